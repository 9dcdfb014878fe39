import { withoutScopes } from '../../core/access/reading.js';
import type { Policy, Rights } from '../../core/access/rights.js';
import { type EventReach, scopedReach } from '../../core/events/channels.js';

/** Callers who are shown the same events. */
export interface Audience {
  /** Equal for equal audiences. */
  key: string;
  reader: Rights;
  /** Null means everything. */
  reach: EventReach | null;
  /** True if events without a channel, which belong to no domain, are shown too. */
  readsAllEvents: boolean;
}

/** With `webhooks:read`, the scopes of a key do not limit events, as in `GET /webhook-events`; without it, they do. */
export function audienceOf(rights: Rights): Audience {
  const readsAllEvents = rights.allows('webhooks', 'read');
  const reader = readsAllEvents ? withoutScopes(rights) : rights;
  return { key: keyOf(reader, readsAllEvents), reader, reach: scopedReach(reader), readsAllEvents };
}

const keyOf = ({ intersected }: Rights, readsAllEvents: boolean) =>
  JSON.stringify([
    readsAllEvents,
    intersected.map(({ role, policies, scopes }) => [role, policies.map(textOf).sort(), [...scopes].sort()]),
  ]);

/** The database returns policies, and the fields of their filters, in any order. */
const textOf = ({ domain, accessLevel, resourceFilter }: Policy) =>
  JSON.stringify([domain, accessLevel, resourceFilter?.project_ids, resourceFilter?.notebook_ids]);
