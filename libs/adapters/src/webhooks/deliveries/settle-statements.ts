import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { isActive, isFailing, isHeld } from '../endpoints/endpoint-rules.js';
import {
  finish,
  isDue,
  isLeased,
  isNumber,
  isOpen,
  isUnfinished,
  isUrgent,
  leaseEnd,
  mayStillSucceed,
  succeed,
} from './delivery-transitions.js';

/** By the newest unique index, which PostgreSQL prefers while it has no statistics. */
const delivery = `${rowsOf('webhook_deliveries', 'd')} and d.event_id = o.event_id and d.endpoint_id = o.endpoint_id`;

/** Sent before `finishAttempts`, which then sees the changes of transactions that held the rows. */
export const lock = `select from unnest($2::uuid[], $3::uuid[]) o (event_id, endpoint_id), lateral (
  select ${delivery} for update) d`;

/** $2 to $10: the results, one array per column. Rows are found as in `claim`. */
export const finishAttempts = `with results as materialized (
    select *
    from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::int[], $7::boolean[], $8::text[], $9::int[],
      $10::text[])
      o (event_id, endpoint_id, id, number, http_status, has_succeeded, note, millis, body)
    where ${isNumber('number')}),
  attempts as materialized (
    select o.*, t.place from results o, lateral (select ctid as place
      ${rowsOf('webhook_attempts')} and delivery_id = o.id and number = o.number and ${isUnfinished} offset 0) t),
  deliveries as materialized (
    select o.*, t.place from results o, lateral (select ctid as place
      ${delivery} and ${mayStillSucceed('o.number')} offset 0) t
    where has_succeeded),
  finished as (
    update webhook_attempts a set ${finish('o')} from attempts o where ${ofTenant('a')} and a.ctid = o.place)
  update webhook_deliveries d set ${succeed('o')} from deliveries o where ${ofTenant('d')} and d.ctid = o.place`;

export const failing = `select h.id ${rowsOf('webhook_endpoint_healths', 'h')}
  and h.id = any ($2::uuid[]) and ${isFailing}`;

/** Skips locked rows: waiting for them would let the other leases expire. */
export const renew = `update webhook_deliveries t set leased_until = ${leaseEnd}
  from unnest($2::uuid[], $3::uuid[]) with ordinality o (event_id, endpoint_id, number), lateral (
    select ctid as place ${delivery} and ${isLeased} for update skip locked) d
  where ${isNumber('o.number')} and ${ofTenant()} and t.ctid = d.place`;

/** Two index scans per endpoint, for new and for recovered deliveries. Overdue ones are left to the sweep. */
export const untilNext = `select extract(epoch from min(next.due_at) - now())::float * 1000 as millis
  from webhook_endpoints w, (values (false), (true)) as r (is_recovered), lateral (
    select d.due_at ${rowsOf('webhook_deliveries', 'd')}
      and d.endpoint_id = w.id and d.is_recovered = r.is_recovered and d.due_at > now()
    order by d.due_at limit 1) next
  where ${ofTenant('w')} and ${isActive}`;

const has = (condition: string) => `exists (select from webhook_deliveries d
    where d.tenant_id = b.tenant_id and d.endpoint_id = b.endpoint_id and ${condition})`;

/** Skip scan over the index: an endpoint with many open deliveries costs no more than one with a single delivery. */
export const dueEverywhere = `with recursive busy as (
    (select tenant_id, endpoint_id from webhook_deliveries where ${isOpen} order by tenant_id, endpoint_id limit 1)
    union all
    select n.* from busy b, lateral (select d.tenant_id, d.endpoint_id from webhook_deliveries d
      where ${isOpen} and (d.tenant_id, d.endpoint_id) > (b.tenant_id, b.endpoint_id)
      order by d.tenant_id, d.endpoint_id limit 1) n)
  select distinct b.tenant_id as "tenantId" from busy b
    join webhook_endpoint_healths h on h.tenant_id = b.tenant_id and h.id = b.endpoint_id
    join webhook_endpoints w on w.tenant_id = b.tenant_id and w.id = b.endpoint_id
  where ${isActive} and case when ${isHeld} then ${has(`${isUrgent} and ${isDue}`)} else ${has(isDue)} end`;
