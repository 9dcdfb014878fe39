import { FanOutEvents } from '@tandem/domain/webhooks/deliveries/fan-out-events';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { isActive } from '../endpoints/endpoint-rules.js';
import { position, withCursor } from '../../access/subscription-cursors.js';
import {
  deliveryColumns,
  deliveryValues,
  isOpen,
  isRecoverable,
  isWaiting,
  recover,
  skip,
} from './delivery-transitions.js';
import { isWanted, matchesType } from './event-matching.js';

export const maxRecovered = 10_000;

/** Pairs of an event and an endpoint examined by one statement, which must end before its timeout. */
const maxLookedAt = 100_000;

/** The end of a batch of $4 events that begins with the id $2; at most $3. */
export const batch = `select coalesce(
  (select id ${rowsOf('events')} and id >= $2 and id < $3 order by id offset $4 limit 1), $3::uuid) as "to"`;

export const lookedAt = (endpoints: number) => Math.ceil(maxLookedAt / endpoints);

const hasRow = (eventId: string, endpointId: string) => `exists (select ${rowsOf('webhook_deliveries', 'x')}
    and x.event_id = ${eventId} and x.endpoint_id = ${endpointId} offset 0)`;

/** The sequence of the last event that was fanned out; no row if all were. */
const fannedOut = `select ${position} from ${withCursor}
  where ${ofTenant('w')} and w.subscription = '${FanOutEvents.name}'`;

/** The cursor moves with the deliveries, so a statement that reads both sees either this or the delivery. */
const isAwaited = `(e.sequence > (${fannedOut}) and e.id >= first_id_at(w.wanted_since))`;

/** Oldest first, one more than may be recovered ($8); with waiting deliveries if $9. */
const missed = `select e.tenant_id, e.id, e.type, e.sequence, w.id as endpoint_id
  from events e join webhook_endpoints w on w.tenant_id = e.tenant_id
  where ${ofTenant('e')} and e.sequence is not null and e.id >= $2 and e.id < $3
    and ($4::uuid is null or w.id = $4) and ${matchesType('$5::text[]')} and ${isWanted('w.created_at', '$6')}
    and ($7 or ${isAwaited} is not true)
    and (not $7 or e.id >= first_id_at(w.wanted_since) or ${hasRow('e.id', 'w.id')})
  except all select d.tenant_id, d.event_id, d.event_type, d.sequence, d.endpoint_id
  from webhook_deliveries d where ${ofTenant('d')} and d.event_id >= $2 and d.event_id < $3
    and ($4::uuid is null or d.endpoint_id = $4) and not (${isRecoverable} or $9 and ${isWaiting})
  order by id, endpoint_id limit $8::int + 1`;

/** Counts what `putBack` and `makeDue` would make due. */
export const count = `select count(*) as found, least(count(*), $8::int) as recovered,
    '{}'::uuid[] as waiting from (${missed}) candidates`;

const waiting = `(select x.id ${rowsOf('webhook_deliveries', 'x')}
    and x.event_id = t.id and x.endpoint_id = t.endpoint_id and x.${isOpen} offset 0)`;

/**
 * The chosen candidates serve as `e` and `w`: with empty statistics, joining the tables would scan all events for each.
 * Waiting deliveries are left to `makeDue`: an insert would wait for one whose outcome is being stored, and a disabling
 * of its endpoint for this transaction.
 */
export const putBack = `with candidates as (${missed}),
  chosen as materialized (
    select t.*, case when $9 then ${waiting} end as waiting_id
    from (select * from candidates t where ${ofTenant()} order by id, endpoint_id limit $8::int) t),
  put_back as (
    insert into webhook_deliveries as d (${deliveryColumns})
    select ${deliveryValues('now()', true)}
    from chosen e, lateral (select e.endpoint_id as id) w
    where e.waiting_id is null
    order by e.id
    on conflict on constraint webhook_deliveries_event_key
      do update set ${recover('excluded.due_at')} where ${isRecoverable}
    returning 1)
  select (select count(*) from candidates) as found, (select count(*) from put_back) as recovered,
    array(select waiting_id from chosen where waiting_id is not null) as waiting`;

/** Locked before the endpoints, as when an endpoint is judged or enabled. */
export const lockHealths = `select ${rowsOf('webhook_endpoint_healths', 'h')} and ($2::uuid is null or h.id = $2)
  order by h.id for update`;

/** Skips recovered deliveries of endpoints that were disabled or deleted during the recovery. */
export const skipEnded = `with w as materialized (
    select id, is_enabled, deleted_at from webhook_endpoints w
    where ${ofTenant('w')} and ($2::uuid is null or w.id = $2) for key share)
  update webhook_deliveries t set ${skip('now()')}
  where ${ofTenant()} and endpoint_id = any (array(select id from w where not (${isActive}))) and ${isOpen}`;

/** Makes the waiting deliveries $2 due, except those that are claimed meanwhile. */
export const makeDue = `with waiting as materialized (
    select ctid as place ${rowsOf('webhook_deliveries', 'd')} and d.id = any ($2::uuid[]) and ${isWaiting}
    for update skip locked)
  update webhook_deliveries d set ${recover('now()')} from waiting w where ${ofTenant('d')} and d.ctid = w.place`;
