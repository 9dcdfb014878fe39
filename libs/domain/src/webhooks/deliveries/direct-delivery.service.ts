import { needing } from '../../core/use-case.js';
import { EndpointLifecycle } from '../endpoints/endpoint-lifecycle.service.js';
import { WebhookTerms } from '../webhook-terms.port.js';
import { DeliveredContents } from './delivered-contents.service.js';
import { DeliverySending } from './delivery-sending.port.js';
import type { FannedOut, Receiver } from './webhook-deliveries.port.js';

/** Sends new events to the endpoints that this process can send to at once. */
export class DirectDelivery extends needing({
  lifecycle: EndpointLifecycle,
  sending: DeliverySending,
  terms: WebhookTerms,
  contents: DeliveredContents,
}) {
  /** How long after an event it is first sent. */
  get firstWaitSeconds(): number {
    return this.terms.retrySchedule[0] ?? 0;
  }

  /** Three quarters of what a process does at once may be waiting for long: the rest is left to others. */
  untilRoom(): Promise<number> {
    return this.sending.untilRoom(Math.ceil((3 * this.terms.endpointsAtOnce) / 4));
  }

  /** Endpoints that have room now; none where the first try has to wait. */
  async receivers(): Promise<Receiver[]> {
    if (this.firstWaitSeconds > 0) return [];
    return this.sending.receivers(await this.lifecycle.entitled(), this.terms.endpointsAtOnce);
  }

  /** With each event as the member of its endpoint may read it. */
  async readable({ claims, ...others }: FannedOut): Promise<FannedOut> {
    return { ...others, claims: await this.contents.forEndpointsOf(claims) };
  }

  send({ claims, endpointIds }: FannedOut): void {
    if (claims.length + endpointIds.length > 0) this.sending.send(claims, endpointIds);
  }
}
