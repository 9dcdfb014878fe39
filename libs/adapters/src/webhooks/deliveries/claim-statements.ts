import { mostAtOnce } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { instant } from '@tandem/platform/view/view';
import { visibleEvents } from '../../access/visible-events.js';
import { leaseEnds } from './delivery-leases.js';
import {
  attemptColumns,
  attemptValues,
  begin,
  finish,
  giveBack,
  isUnfinished,
  lose,
  skip,
  succeed,
} from './delivery-transitions.js';

/*
 * The statements of `SqlDeliveryClaims`. Rows are found one at a time, by a key, in a lateral query behind `offset 0`, and changed
 * by their place (ctid): then no plan depends on what PostgreSQL knows of tables that have just been filled, and none reads all
 * rows of a tenant. A row that is moved by somebody else at that moment is not found; whoever needs it looks again.
 */

const mostPerTenant = 50;

/** What is being sent, by endpoint. Of each at most ten at a time are under way, however many its one holder has claimed. */
const inFlight = `select endpoint_id, count(*) as claimed from webhook_deliveries
  where tenant_id = $1 and claim_id is not null and due_at > now() group by endpoint_id`;

/**
 * How many an endpoint may send now: none while disabled or held, one as a probe, as many as its holder likes ($4) where nobody
 * else sends it anything and the tenant has room for all it may have at a time, else what is free of the two limits.
 */
const room = `select h.failing_since is null as is_healthy, case
    when h.held_until > now() then 0
    when h.held_until is not null then case when f.own = 0 and f.free > 0 then 1 else 0 end
    when f.own = 0 and f.free >= ${mostAtOnce} then $4::int
    else greatest(0, least(${mostAtOnce}, f.free) - f.own) end::int as room
  from webhook_endpoints w join webhook_endpoint_healths h on h.tenant_id = w.tenant_id and h.id = w.id, (
    select coalesce(sum(claimed) filter (where endpoint_id = $2), 0) as own,
      ${mostPerTenant} - coalesce(sum(least(${mostAtOnce}, claimed)) filter (where endpoint_id <> $2), 0) as free
    from (${inFlight}) s) f
  where w.tenant_id = $1 and w.id = $2 and w.is_enabled and w.deleted_at is null`;

/** $5 is what the endpoint may learn of, null for everything; $6 how many are looked at where some may be skipped. */
export const claim = `with room as materialized (${room}),
  due as materialized (
    select ctid as place, id, event_id, is_recovered, due_at, sequence, attempt_count > 0 as was_tried
    from webhook_deliveries where tenant_id = $1 and endpoint_id = $2 and due_at <= now()
    order by is_recovered, due_at, sequence limit coalesce((select case when room > 0 then greatest(room, $6) end from room), 0)
    for update skip locked),
  judged as materialized (
    select due.*, e.* from due, lateral (
      select type, ${instant.sqlJson('e.created_at')} as timestamp, e.data::text as data,
        ($5::jsonb is null or ${visibleEvents('e', '$5::jsonb')}) as is_visible
      from events e where e.tenant_id = $1 and e.id = due.event_id offset 0) e),
  hidden as (
    update webhook_deliveries d set ${skip('now()')}
    where d.tenant_id = $1 and d.ctid = any (array(select place from judged where not is_visible)) returning d.id),
  chosen as materialized (
    select id, place from judged where is_visible order by is_recovered, due_at, sequence limit (select room from room)),
  claimed as (
    update webhook_deliveries d set ${begin('$3', leaseEnds)}
    where d.tenant_id = $1 and d.ctid = any (array(select place from chosen)) returning d.id, d.attempt_count),
  lost as (
    update webhook_attempts a set ${lose('now()')}
    where a.tenant_id = $1 and a.ctid = any (array(
      select t.place from judged j, lateral (select ctid as place from webhook_attempts
        where tenant_id = $1 and delivery_id = j.id and ${isUnfinished} offset 0) t
      where was_tried and (not is_visible or id in (select id from chosen))))),
  begun as (insert into webhook_attempts (${attemptColumns}) select ${attemptValues('id', 'attempt_count')} from claimed)
  select r.is_healthy, r.room, (select count(*)::int from hidden) as skipped, (select count(*)::int from due) as looked_at,
    c.id as "deliveryId", c.attempt_count as attempt, j.event_id as id, j.type, j.sequence, j.timestamp, j.data
  from room r left join (claimed c join judged j on j.id = c.id) on true
  order by j.is_recovered, j.sequence`;

/** What a later claim has written off stays so. */
export const finishAttempts = `with answers as materialized (
    select * from unnest($2::uuid[], $3::int[], $4::int[], $5::text[], $6::int[], $7::text[])
      o (delivery_id, number, http_status, error, millis, body),
    lateral (select ctid as place from webhook_attempts
      where tenant_id = $1 and delivery_id = o.delivery_id and number = o.number and ${isUnfinished} offset 0) t)
  update webhook_attempts a set ${finish('o', 'now()')} from answers o
  where a.tenant_id = $1 and a.ctid = any (array(select place from answers)) and a.ctid = o.place`;

/** Where the deliveries $3 are that the claim $2 still holds. */
const held = `select ctid as place from webhook_deliveries where tenant_id = $1 and id = o.id and claim_id = $2 offset 0`;

export const succeedClaimed = `with answers as materialized (
    select * from unnest($3::uuid[], $4::int[]) o (id, http_status), lateral (${held}) t)
  update webhook_deliveries d set ${succeed('now()', 'o.http_status')} from answers o
  where d.tenant_id = $1 and d.ctid = any (array(select place from answers)) and d.ctid = o.place`;

export const giveBackUnsent = `with given as (
    update webhook_deliveries d set ${giveBack('now()')}
    where d.tenant_id = $1 and d.ctid = any (array(select t.place from unnest($3::uuid[]) o (id), lateral (${held}) t))
    returning d.id, d.attempt_count + 1 as number)
  delete from webhook_attempts a where a.tenant_id = $1 and a.ctid = any (array(
    select t.place from given g, lateral (select ctid as place from webhook_attempts
      where tenant_id = $1 and delivery_id = g.id and number = g.number offset 0) t))`;
