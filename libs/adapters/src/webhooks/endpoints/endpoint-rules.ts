import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';

/** Rules of `EndpointHealth` and `WebhookEndpoint` in SQL, on rows `h` and `w`; the store tests compare both. */

export const isActive = 'w.is_enabled and w.deleted_at is null';

export const isBehind = `w.missed_since is not null and ${isActive}`;

/** For the row `t`; `id` names a member or an API key. */
export const belongsTo = (id: string) => `${id} in (t.member_id, t.key_id)`;

export const isFailing = 'h.failing_since is not null';

/** Held, or sent one delivery at a time since then. */
export const isHeldBack = 'h.held_until is not null';

export const isHeld = '(h.held_until is not null and h.held_until > now())';

export const isProbed = '(h.held_until is not null and h.held_until <= now())';

/** Unchanged since a process read it, in milliseconds. */
export const isAsRead = (row: string, updatedAt: string) =>
  `date_trunc('milliseconds', ${row}.updated_at) = ${updatedAt}`;

/** For the endpoint $2, with the `missed_since` $3 and the `updated_at` $4 that were read. */
export const caughtUp = `update webhook_endpoints w set missed_since = null
  where ${ofTenant('w')} and w.id = $2 and date_trunc('milliseconds', w.missed_since) = $3 and ${isAsRead('w', '$4')}`;

/** For all endpoints of the tenant, with the time of the first event from sequence $2 to $3. */
export const missFrom = `update webhook_endpoints w set missed_since = greatest(first.at, w.wanted_since)
  from (select min(created_at) as at ${rowsOf('events')} and sequence between $2 and $3) first
  where ${ofTenant('w')} and w.deleted_at is null and w.disabled_reason is distinct from 'manual'
    and (not w.is_enabled or w.missed_since is not null)
    and greatest(first.at, w.wanted_since) < coalesce(w.missed_since, w.disabled_at)`;
