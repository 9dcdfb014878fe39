import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';

/*
 * Rules of `EndpointHealth` and `WebhookEndpoint` in SQL, for many rows `h` and `w` at once. Each has the name of the method it repeats;
 * the tests of the stores beside it check that both do the same.
 */

export const isActive = 'w.is_enabled and w.deleted_at is null';

export const isBehind = `w.missed_since is not null and ${isActive}`;

/** Of the row `t`; `id` is that of a member or an API key. */
export const belongsTo = (id: string) => `${id} in (t.member_id, t.key_id)`;

/** Its last try failed. */
export const isFailing = 'h.failing_since is not null';

/** Nothing is sent to it for a while. */
export const isHeld = '(h.held_until is not null and h.held_until > now())';

/** It is sent one delivery at a time, to see whether it works again. */
export const isProbed = '(h.held_until is not null and h.held_until <= now())';

/** The row is as a process read it, which knows milliseconds. */
export const isAsRead = (row: string, updatedAt: string) =>
  `date_trunc('milliseconds', ${row}.updated_at) = ${updatedAt}`;

/** Of the endpoint $2, as it was read: since $3, changed last at $4. */
export const caughtUp = `update webhook_endpoints w set missed_since = null
  where ${ofTenant('w')} and w.id = $2 and date_trunc('milliseconds', w.missed_since) = $3 and ${isAsRead('w', '$4')}`;

/** For all endpoints of the tenant $1, with the time of the first of the events from sequence $2 to $3. */
export const missFrom = `update webhook_endpoints w set missed_since = greatest(first.at, w.wanted_since)
  from (select min(created_at) as at ${rowsOf('events')} and sequence between $2 and $3) first
  where ${ofTenant('w')} and w.deleted_at is null and w.disabled_reason is distinct from 'manual'
    and (not w.is_enabled or w.missed_since is not null)
    and greatest(first.at, w.wanted_since) < coalesce(w.missed_since, w.disabled_at)`;
