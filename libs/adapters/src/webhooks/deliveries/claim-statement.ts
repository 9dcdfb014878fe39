import { maxPerEndpoint, maxPerTenant } from '@tandem/domain/webhooks/deliveries/due-deliveries.port';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { visibleEvents } from '../../access/visible-events.js';
import { isActive, isAsRead, isHeld, isProbed } from '../endpoints/endpoint-rules.js';
import {
  start,
  isDue,
  isLeased,
  isNumber,
  isUnfinished,
  isUrgent,
  lose,
  newRowId,
  skip,
} from './delivery-transitions.js';

const hasUrgent = `exists (select ${rowsOf('webhook_deliveries')} and endpoint_id = w.id and ${isUrgent} and ${isDue})`;

/** Slots of the endpoint `w`: none if its owner may not have it or it has changed; 1 while it is probed. */
const max = `case when a.endpoint_id is null or ${isHeld} and not ${hasUrgent} then 0
  when ${isProbed} then 1 else ${maxPerEndpoint} end`;

/**
 * $2: a jsonb list of addressees with id, `updated_at` and reach (null: all events). Slot 1 of each endpoint is
 * reserved and the tenant's other slots go to the lowest numbers, so a quiet endpoint never waits for busy ones.
 * `offset 0` and `ctid` keep plans independent of the statistics of tables filled a moment ago.
 */
export const claim = `with
  live as materialized (
    select endpoint_id, count(*)::int as live ${rowsOf('webhook_deliveries')} and ${isLeased} group by endpoint_id),
  w as materialized (
    select w.id, a.reach, coalesce(l.live, 0) as live, ${max} as most, ${isHeld} as is_held
    from webhook_endpoints w join webhook_endpoint_healths h on ${ofTenant('h')} and h.id = w.id
      left join live l on l.endpoint_id = w.id
      left join jsonb_to_recordset($2::jsonb) as a (endpoint_id uuid, updated_at timestamptz, reach jsonb)
        on a.endpoint_id = w.id and ${isAsRead('w', 'a.updated_at')}
    where ${ofTenant('w')} and ${isActive}),
  due as materialized (
    select w.id as endpoint_id, w.reach, w.live, d.* from w, lateral (select * from (
      select ctid as place, id, event_id, attempt_count, is_recovered, due_at, sequence,
        leased_until is not null as was_lost
      ${rowsOf('webhook_deliveries')} and endpoint_id = w.id and ${isDue} and (is_urgent or not is_held)
      order by is_recovered, due_at, sequence limit greatest(w.most - w.live, 0)
      for update skip locked) f limit ${maxPerEndpoint}) d),
  judged as materialized (
    select due.*, e.*,
      live + row_number() over (partition by endpoint_id order by is_recovered, due_at, due.sequence) as slot
    from due, lateral (
      select type, e.created_at as happened, e.data::text as data,
        (reach is null or ${visibleEvents('e', 'reach')}) as is_visible
      ${rowsOf('events', 'e')} and e.id = due.event_id offset 0) e),
  chosen as materialized (
    select * from (
      select *, row_number() over (partition by slot = 1 order by slot, is_recovered, due_at, sequence) as number
      from judged where is_visible) c
    where slot = 1 or number <= ${maxPerTenant} - (select sum(greatest(live, 1)) from w)),
  skipped as (
    update webhook_deliveries d set ${skip('now()')} from judged j
    where ${ofTenant('d')} and d.ctid = j.place and not j.is_visible and ${isNumber('j.attempt_count')}),
  vanished as materialized (
    select t.place from judged j, lateral (
      select ctid as place ${rowsOf('webhook_attempts')}
        and delivery_id = j.id and number = j.attempt_count and ${isUnfinished} offset 0) t
    where was_lost and ${isNumber('attempt_count')} and (not is_visible or id in (select id from chosen))),
  lost as (
    update webhook_attempts a set ${lose} from vanished v where ${ofTenant('a')} and a.ctid = v.place),
  started as (
    update webhook_deliveries d set ${start} from chosen c
    where ${ofTenant('d')} and d.ctid = c.place and ${isNumber('c.attempt_count')}
    returning d.id, d.attempt_count),
  attempts as (
    insert into webhook_attempts (tenant_id, id, delivery_id, number, created_at, updated_at)
    select $1, ${newRowId}, id, attempt_count, now(), now() from started)
  select exists (select from judged where not is_visible) as has_skipped,
    exists (select from w where most > 0 and live + (select count(*) from due where endpoint_id = w.id) >= most)
      or (select count(*) from judged where is_visible) > (select count(*) from chosen) as has_more,
    b.*
  from (select) one left join (
    select b.id as "deliveryId", b.attempt_count as attempt, now() as "startedAt", c.endpoint_id as "endpointId",
      c.event_id as id, c.type, c.sequence, c.is_recovered, c.happened, c.data
    from started b join chosen c on c.id = b.id) b on true
  order by b.is_recovered, b.sequence`;
