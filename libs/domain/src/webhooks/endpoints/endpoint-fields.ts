import { Faults, urlNotAllowed } from '../../core/errors.js';
import { eventFamilies, isEventPattern } from '../../core/events/event-types.js';

export interface EndpointFields {
  url?: string;
  description?: string | null;
  /** Exact types or families such as `task.*`; null is all. */
  eventTypes?: string[] | null;
  /** Events on any of these channels; null is all. */
  channels?: string[] | null;
  isEnabled?: boolean;
}

/** Refuses unknown event types, and the address: `refusal` says why it may not be called, or is null. */
export function mustBeAdmissible({ eventTypes }: EndpointFields, refusal: string | null): void {
  const faults = expectEventTypes(eventTypes, new Faults());
  if (refusal !== null && faults.findings.length === 0) throw urlNotAllowed('url', refusal);
  faults.expect(refusal === null, 'url', 'url_not_allowed', refusal ?? '').throwIfAny();
}

export function expectEventTypes(eventTypes: readonly string[] | null | undefined, faults: Faults): Faults {
  const known = `Families are ${eventFamilies().join(', ')}; GET /api/v1/event-types lists every type.`;
  for (const [index, type] of (eventTypes ?? []).entries()) {
    const detail = `There is no event type ${type}. ${known}`;
    faults.expect(isEventPattern(type), `event_types/${index}`, 'unknown_event_type', detail);
  }
  return faults;
}
