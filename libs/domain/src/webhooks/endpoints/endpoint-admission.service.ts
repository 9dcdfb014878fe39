import { needing } from '../../core/use-case.js';
import { type Finding, invalid, urlNotAllowed } from '../../core/errors.js';
import { EventTypes } from '../../events/event-types.port.js';
import type { EndpointFields } from './webhook-endpoint.js';
import { WebhookSender } from '../webhook-sender.port.js';

/** Checks what an endpoint is to become against what there is: event types and addresses. */
export class EndpointAdmission extends needing({ eventTypes: EventTypes, sender: WebhookSender }) {
  /** Looks names up, so call it outside transactions. */
  async check({ url, eventTypes }: EndpointFields): Promise<void> {
    const refusal = url === undefined ? null : await this.sender.refusalOf(url);
    const unknown = this.unknown(eventTypes ?? []);
    const refused = refusal === null ? null : urlNotAllowed('url', refusal);
    if (refused && unknown.length === 0) throw refused;
    if (refused) unknown.push(...refused.extra.findings!);
    if (unknown.length) throw invalid(unknown);
  }

  unknown(eventTypes: readonly string[]): Finding[] {
    const known = `Families are ${this.eventTypes.families().join(', ')}; GET /api/v1/event-types lists every type.`;
    return eventTypes.flatMap((type, index) => {
      const detail = `There is no event type ${type}. ${known}`;
      const fault = { pointer: `/event_types/${index}`, code: 'unknown_event_type', detail };
      return this.eventTypes.covers(type) ? [] : [fault];
    });
  }
}
