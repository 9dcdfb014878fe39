import { mostAtOnce, mostPerTenant } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';
import { storing } from './fan-out-statements.js';
import { visibleEvents } from '../../access/visible-events.js';
import { earliest, isActive, isAsRead, isHealthy, isHeld, isProbed } from '../endpoints/endpoint-rules.js';
import { isLeased, isLive, leaseEnds } from './delivery-leases.js';
import {
  attemptColumns,
  attemptValues,
  begin,
  finish,
  finishFirst,
  giveBack,
  isFirstUnfinished,
  isOpen,
  isSkipped,
  isUnfinished,
  lose,
  loseFirst,
  skip,
  succeed,
} from './delivery-transitions.js';

/*
 * The statements of `SqlDeliveryClaims`. Rows are found one at a time, by a key, in a lateral query behind `offset 0`, and changed
 * by their place (ctid), joined to few rows: then no plan depends on what PostgreSQL knows of tables that have just been filled, and
 * none reads all rows of a tenant. A row that is moved by somebody else at that moment is not found; whoever needs it looks again.
 */

/**
 * True when nobody is sending the open delivery `d`: no claim has it, or the lease of the one that has it is over. Whether something of
 * that claim is under way does not matter: what could not be sent at all waits for the end of the lease, and so does not fail again at once.
 */
const isFree = `(d.claim_id is null or not exists (
    select from webhook_claims c where c.tenant_id = d.tenant_id and c.id = d.claim_id and ${isLeased}))`;

/**
 * How many deliveries of the endpoint may be claimed now: none while it is disabled or held, one while it is probed. As many as are
 * asked for ($4) where no other worker sends it anything and the tenant has room for all that an endpoint may have at a time; else
 * what is free of the limits of the endpoint and the tenant. An endpoint never counts for more than it is sent at a time, however
 * many are claimed of it. Beyond its first place, an endpoint leaves one to each other that has nothing under way: else a few that hang
 * would stop all others of their tenant.
 */
const room = `select ${isHealthy} as is_healthy, case
    when ${isHeld} then 0
    when ${isProbed} then case when f.own = 0 and f.free > 0 then 1 else 0 end
    when f.others = 0 and f.free - i.idle >= ${mostAtOnce} then $4::int
    when f.own = 0 and f.free > 0 then greatest(1, f.free - i.idle)
    else greatest(0, least(${mostAtOnce}, f.free - i.idle) - f.own) end::int as room
  from webhook_endpoints w join webhook_endpoint_healths h on h.tenant_id = w.tenant_id and h.id = w.id, (
    select coalesce(sum(claimed) filter (where endpoint_id = $2), 0) as own,
      coalesce(sum(of_others) filter (where endpoint_id = $2), 0) as others,
      ${mostPerTenant} - coalesce(sum(least(${mostAtOnce}, claimed)) filter (where endpoint_id <> $2), 0) as free
    from (select endpoint_id, sum(under_way) as claimed, sum(under_way) filter (where id <> all ($7::uuid[])) as of_others
      from live group by endpoint_id) s) f, (
    select count(*) as idle ${rowsOf('webhook_endpoints', 'w')} and ${isActive} and w.id <> $2
      and w.id not in (select endpoint_id from live where under_way > 0)) i
  where ${ofTenant('w')} and w.id = $2 and ${isActive} and ${isAsRead('w', '$8')}`;

/** True, once the statement `cte` has been done: claims are locked before deliveries, so that nobody waits in a circle. */
const isFirst = (cte: string) => `(select count(*) from ${cte}) >= 0`;

/**
 * Deliveries of a claim that is over get rows where they have none, and are claimed the next time.
 * $2 is the endpoint, $3 the id of the new claim, $4 how many deliveries it is to have at most, $5 what the endpoint may learn of
 * (null for everything), $6 how many deliveries are looked at where some may be skipped, $7 the claims that the asking worker holds: they
 * are not over, though their leases may be, after the database was away. $8: when the endpoint was changed last, as the worker read it; where
 * somebody has changed it since, nothing is claimed by what it was.
 */
export const claim = `with over as (
    delete from webhook_claims t where ${ofTenant()} and endpoint_id = $2 and not (${isLive}) and id <> all ($7::uuid[]) returning *),
  stored as (${storing('over')}),
  live as materialized (
    select id, endpoint_id, under_way ${rowsOf('webhook_claims')} and (${isLive} or id = any ($7::uuid[])) and ${isFirst('over')}),
  room as materialized (${room}),
  due as materialized (
    select ctid as place, id, event_id, is_recovered, due_at, sequence, attempt_count > 1 as has_later
    ${rowsOf('webhook_deliveries')} and endpoint_id = $2 and due_at <= now()
      and (claim_id is null or claim_id <> all (array(select id from live)))
    order by is_recovered, due_at, sequence limit coalesce((select case when room > 0 then greatest(room, $6) end from room), 0)
    for update skip locked),
  judged as materialized (
    select due.*, e.* from due, lateral (
      select type, e.created_at::text as happened, e.data::text as data,
        ($5::jsonb is null or ${visibleEvents('e', '$5::jsonb')}) as is_visible
      ${rowsOf('events', 'e')} and e.id = due.event_id offset 0) e),
  hidden as (
    update webhook_deliveries d set ${skip('now()')}, ${loseFirst('now()')} from judged j
    where ${ofTenant('d')} and d.ctid = j.place and not j.is_visible returning d.id),
  chosen as materialized (
    select id, place from judged where is_visible order by is_recovered, due_at, sequence limit (select room from room)),
  claimed as (
    update webhook_deliveries d set ${begin('$3')} from chosen c
    where ${ofTenant('d')} and d.ctid = c.place returning d.id, d.attempt_count),
  opened as (
    insert into webhook_claims (tenant_id, id, endpoint_id, under_way, lease_ends, created_at)
    select $1, $3, $2, count(*), ${leaseEnds}, now() from claimed having count(*) > 0),
  lost as (
    update webhook_attempts a set ${lose('now()')}
    where exists (select from judged where has_later) and ${ofTenant('a')} and a.ctid = any (array(
      select t.place from judged j, lateral (select ctid as place
        ${rowsOf('webhook_attempts')} and delivery_id = j.id and ${isUnfinished} offset 0) t
      where has_later and (not is_visible or id in (select id from chosen))))),
  begun as (insert into webhook_attempts (${attemptColumns}) select ${attemptValues('id', 'attempt_count')} from claimed where attempt_count > 1)
  select r.is_healthy, r.room, (select count(*)::int from hidden) as skipped, (select count(*)::int from due) as looked_at,
    c.id as "deliveryId", c.attempt_count as attempt, j.event_id as id, j.type, j.sequence, j.happened, j.data
  from room r left join (claimed c join judged j on j.id = c.id) on true
  order by j.is_recovered, j.sequence`;

/** The places of the deliveries `o`. `is_held`: the claim $2 still holds it. `is_own`: it does, or held it until its endpoint ended. */
const places = `select ctid as place, claim_id is not distinct from $2 as is_held,
    claim_id is not distinct from $2 or (${isSkipped} and attempt_count = o.number) as is_own, ${isFirstUnfinished} as is_first_unfinished
  ${rowsOf('webhook_deliveries')} and id = o.id offset 0`;

/** $3 is how many of the claim are under way from now on. */
const counted = `update webhook_claims t set under_way = $3 where ${ofTenant()} and id = $2`;

/**
 * Ends the attempts, and the deliveries whose attempt was a success; an attempt that a later claim has written off as lost stays so.
 * The first one is ended even where its delivery is no longer held, and one that was skipped with its endpoint has succeeded after all:
 * `succeeded` counts those that were still held. `moved` tells how many rows somebody else changed at that moment.
 * Every number is in the range that is asked for: the condition lets PostgreSQL expect a single answer, and so change each row by its
 * place instead of looking through all rows of the tenant.
 */
export const settle = `with counted as (${counted} returning 1),
  answers as materialized (
    select * from unnest($4::uuid[], $5::int[], $6::int[], $7::boolean[], $8::text[], $9::int[], $10::text[])
      o (id, number, http_status, has_succeeded, note, millis, body)
    where number between 1 and 2147483647 and ${isFirst('counted')}),
  attempts as materialized (
    select o.*, t.place from answers o, lateral (select ctid as place
      ${rowsOf('webhook_attempts')} and delivery_id = o.id and number = o.number and ${isUnfinished} offset 0) t
    where o.number > 1),
  finished as (
    update webhook_attempts a set ${finish('o', 'now()')} from attempts o
    where ${ofTenant('a')} and a.ctid = o.place),
  found as materialized (
    select o.*, t.*, t.is_own and o.has_succeeded as is_success from answers o, lateral (${places}) t),
  succeeded as (
    update webhook_deliveries d set ${succeed('now()', 'o.http_status', 'o.note')}, ${finishFirst('o', 'now()', 'o.number = 1')} from found o
    where ${ofTenant('d')} and d.ctid = o.place and o.is_success returning o.is_held),
  firsts as (
    update webhook_deliveries d set ${finishFirst('o', 'now()')} from found o
    where ${ofTenant('d')} and d.ctid = o.place and not o.is_success and o.number = 1 and o.is_first_unfinished
    returning 1)
  select s.succeeded, (select count(*)::int from found where is_success or (number = 1 and is_first_unfinished))
    - s.changed - (select count(*)::int from firsts) as moved
  from (select count(*) filter (where is_held)::int as succeeded, count(*)::int as changed from succeeded) s`;

/** What was skipped meanwhile with its endpoint stays so, without the attempt that was not made. */
export const giveBackUnsent = `with counted as (${counted} returning 1),
  given as (
    update webhook_deliveries d set ${giveBack}
    where ${ofTenant('d')} and d.ctid = any (array(select t.place from unnest($4::uuid[], $5::int[]) o (id, number), lateral (${places}) t
      where t.is_own and ${isFirst('counted')}))
    returning d.id, d.attempt_count + 1 as number)
  delete from webhook_attempts a where ${ofTenant('a')} and a.ctid = any (array(
    select t.place from given g, lateral (select ctid as place
      ${rowsOf('webhook_attempts')} and delivery_id = g.id and number = g.number offset 0) t))`;

/** When the first delivery is due that nobody is sending. Recovered ones are looked for apart, as they stand in the index. */
const firstDue = (isRecovered: boolean) => `(select due_at as due
    ${rowsOf('webhook_deliveries', 'd')} and d.endpoint_id = $2 and d.is_recovered = ${isRecovered} and ${isOpen} and ${isFree}
    order by d.due_at limit 1)`;

/** When a delivery is due that nobody is sending, or the lease of a claim ends, whose worker may have vanished. */
export const nextDue = `select ${earliest('next.due')} as due from webhook_endpoint_healths h, (
    select min(due) as due from (${firstDue(false)} union all ${firstDue(true)}
      union all select lease_ends ${rowsOf('webhook_claims')} and endpoint_id = $2 and ${isLive}) soonest) next
  where ${ofTenant('h')} and h.id = $2 and next.due is not null`;

/**
 * Steps through the index from endpoint to endpoint: one with many due deliveries costs no more than one with a single delivery. An
 * endpoint with a claim that is over comes too, since that may have deliveries without rows.
 */
export const dueEverywhere = `with recursive busy as (
    (select tenant_id, endpoint_id from webhook_deliveries where ${isOpen} order by tenant_id, endpoint_id limit 1)
    union all
    select n.* from busy b, lateral (select d.tenant_id, d.endpoint_id from webhook_deliveries d
      where ${isOpen} and (d.tenant_id, d.endpoint_id) > (b.tenant_id, b.endpoint_id)
      order by d.tenant_id, d.endpoint_id limit 1) n)
  select b.tenant_id as "tenantId", b.endpoint_id as id
  from (
    select * from busy b where exists (select from webhook_deliveries d
      where d.tenant_id = b.tenant_id and d.endpoint_id = b.endpoint_id and d.due_at <= now() and ${isFree})
    union select tenant_id, endpoint_id from webhook_claims where not ${isLeased} and event_ids is not null) b
    join webhook_endpoint_healths h on h.tenant_id = b.tenant_id and h.id = b.endpoint_id
    join webhook_endpoints w on w.tenant_id = b.tenant_id and w.id = b.endpoint_id
  where not ${isHeld} and ${isActive}`;
