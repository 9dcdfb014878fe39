import { needing } from '../../core/use-case.js';
import { Faults, urlNotAllowed } from '../../core/errors.js';
import { eventFamilies, isEventPattern } from '../../core/events/event-types.js';
import type { EndpointFields } from './webhook-endpoint.js';
import { WebhookSender } from '../webhook-sender.port.js';

/** Checks that an endpoint names event types that exist, and an address that may be called. */
export class EndpointAdmission extends needing({ sender: WebhookSender }) {
  /** It asks name servers, so call it outside transactions. */
  async check({ url, eventTypes }: EndpointFields): Promise<void> {
    const refusal = url === undefined ? null : await this.sender.refusalOf(url);
    const faults = expectEventTypes(eventTypes, new Faults());
    if (refusal !== null && faults.findings.length === 0) throw urlNotAllowed('url', refusal);
    faults.expect(refusal === null, 'url', 'url_not_allowed', refusal ?? '').throwIfAny();
  }
}

/** Notes a fault for each entry that is neither an event type nor a family of them. */
export function expectEventTypes(eventTypes: readonly string[] | null | undefined, faults: Faults): Faults {
  const known = `Families are ${eventFamilies().join(', ')}; GET /api/v1/event-types lists every type.`;
  for (const [index, type] of (eventTypes ?? []).entries()) {
    const detail = `There is no event type ${type}. ${known}`;
    faults.expect(isEventPattern(type), `event_types/${index}`, 'unknown_event_type', detail);
  }
  return faults;
}
