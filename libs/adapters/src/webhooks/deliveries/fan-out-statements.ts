import { mostAtOnce, mostPerTenant } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';
import { isActive, isAsRead, isUnhindered } from '../endpoints/endpoint-rules.js';
import { isLive, leaseEndsFromNow } from './delivery-leases.js';
import {
  answeredColumns,
  answeredValues,
  begunColumns,
  begunValues,
  deliveryColumns,
  deliveryValues,
  hasRow,
  isOpen,
  newRowId,
} from './delivery-transitions.js';
import { addressees, isWantedByAddressee } from './event-matching.js';

/*
 * Deliveries that are sent as they are fanned out. Until its first answer such a delivery stands in its claim alone, with its event and
 * its own id; an endpoint gets an event by one delivery, whoever stores it first.
 */

/** What one endpoint is sent of a fan-out at most, in bytes of text: so much is held in memory, for each. */
const mostBytes = 1024 * 1024;
const bytesOfData = `case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end`;

/** Something is due for the endpoint `w` that nobody sends: what should go first. The order asks for the index of what is open. */
const hasDue = `exists (select from (
    select due_at ${rowsOf('webhook_deliveries', 'd')} and d.endpoint_id = w.id and not d.is_recovered and ${isOpen} and d.claim_id is null
    order by d.due_at limit 1) first where first.due_at <= now())`;

/** Whether the endpoint `o` has a row for any event between the least id and the greatest of `matched`. It hardly ever has; only then each event is looked for. */
const mayHaveRows = `exists (select ${rowsOf('webhook_deliveries', 'x')} and x.endpoint_id = o.endpoint_id
      and x.event_id between (select id from matched order by id limit 1)
        and (select id from matched order by id desc limit 1) offset 0)`;

/**
 * $2 to $3 are the sequences of the events, $4 is the first wait in seconds, $5 what endpoints may learn of, $6 the endpoints that may be
 * sent something at once: a jsonb list of each one's id, when it was changed last, the id of its new claim, and those of the claims that the
 * asking process holds. Where the tenant has not both room for all that want something and a place for each that wants nothing, all becomes
 * due: then no endpoint goes before another. Endpoints stay as they are until the transaction ends: whoever ends one comes first, and it
 * gets nothing, or finds what it got. One that is given what it missed at this moment may have rows already that this statement does not
 * see: for it, rows are made.
 */
export const fanOut = `with w as materialized (${addressees('$5')}),
  live as materialized (select id, endpoint_id, under_way ${rowsOf('webhook_claims')} and ${isLive}),
  waiting as materialized (
    select w.id as endpoint_id from w join webhook_endpoint_healths h on ${ofTenant('h')} and h.id = w.id and ${isUnhindered} where ${hasDue}),
  matched as materialized (
    select w.id as endpoint_id, e.tenant_id, e.id, e.type, e.sequence, ${bytesOfData} as bytes
    from events e, w
    where ${ofTenant('e')} and e.sequence between $2 and $3 and ${isWantedByAddressee}),
  wanting as materialized (
    select endpoint_id, count(*) as number, sum(bytes) as bytes from matched group by endpoint_id),
  wanted as materialized (
    select coalesce(sum(greatest(1, least(${mostAtOnce}, number))), 0) as slots from (
      select endpoint_id, sum(number) as number from (
        select endpoint_id, number from wanting union all select endpoint_id, under_way from live
        union all select endpoint_id, ${mostAtOnce} from waiting union all select id, 0 from w) of_each
      group by endpoint_id) s),
  offered as materialized (
    select o.* from jsonb_to_recordset($6::jsonb) as o (endpoint_id uuid, claim_id uuid, held uuid[], updated_at timestamptz)
      join wanting m on m.endpoint_id = o.endpoint_id and m.bytes < ${mostBytes}
      join webhook_endpoint_healths h on ${ofTenant('h')} and h.id = o.endpoint_id and ${isUnhindered}
    where (select slots from wanted) <= ${mostPerTenant}
      and o.endpoint_id not in (select endpoint_id from waiting)
      and not exists (select from live l where l.endpoint_id = o.endpoint_id and l.id <> all (o.held))),
  locked as materialized (
    select w.id as endpoint_id, w.missed_since, w.updated_at from webhook_endpoints w
    where ${ofTenant('w')} and w.id = any (array(select endpoint_id from wanting)) and ${isActive}
    for key share of w),
  direct as materialized (
    select o.endpoint_id, o.claim_id, ${mayHaveRows} as may_have_rows from offered o join locked u on u.endpoint_id = o.endpoint_id
    where u.missed_since is null and ${isAsRead('u', 'o.updated_at')}
      and o.endpoint_id not in (select id from w where missed_since is not null)),
  made as (
    insert into webhook_deliveries (${deliveryColumns})
    select ${deliveryValues('now() + make_interval(secs => $4)', false)}
    from matched e, lateral (select e.endpoint_id as id) w
    where e.endpoint_id in (select endpoint_id from locked) and e.endpoint_id not in (select endpoint_id from direct)
    order by e.sequence
    on conflict on constraint webhook_deliveries_event_key do nothing
    returning endpoint_id),
  base as materialized (select ${newRowId}::text as id),
  sent as materialized (
    select d.endpoint_id, m.id, d.claim_id, overlay(base.id placing lpad(to_hex(row_number() over ()), 6, '0') from 31)::uuid as delivery_id
    from matched m join direct d on d.endpoint_id = m.endpoint_id, base
    where not (d.may_have_rows and ${hasRow('m.id', 'd.endpoint_id')})),
  opened as (
    insert into webhook_claims (tenant_id, id, endpoint_id, under_way, lease_ends, event_ids, delivery_ids, created_at)
    select $1, claim_id, endpoint_id, count(*), ${leaseEndsFromNow}, array_agg(id), array_agg(delivery_id), now()
    from sent group by claim_id, endpoint_id)
  select distinct endpoint_id as "endpointId", null::uuid as "eventId", null::uuid as "deliveryId" from made
  union all select endpoint_id, id, delivery_id from sent`;

/** The events from $2 to $3 that the claims $4 are of, each once. */
export const eventsOfClaims = `select id, type, sequence, created_at::text as happened, data::text as data
  ${rowsOf('events', 'e')} and sequence between $2 and $3 and (e.id in (
    select unnest(event_ids) ${rowsOf('webhook_claims')} and id = any ($4::uuid[]))) is true
  order by sequence`;

/**
 * Gives rows to the deliveries of the claims `c` that have none yet, in flight as they are. Each is looked for, even where none is under way:
 * rows whose commit did not wait for the disk are gone after a crash of the database, of which the worker's count knows nothing.
 */
export const storing = (claims: string) => `insert into webhook_deliveries (${begunColumns})
  select ${begunValues('o.id')}
  from ${claims} c, unnest(c.event_ids, c.delivery_ids) o (event_id, id),
    lateral (select id, type, sequence ${rowsOf('events', 'e')} and e.id = o.event_id
      and not ${hasRow('o.event_id', 'c.endpoint_id')} offset 0) e
  on conflict on constraint webhook_deliveries_event_key do nothing`;

/** To those of the claims that `which` picks. They are locked first, as by whoever ends them: so none waits for the other's rows. */
export const storeUnderWay = (which: string) =>
  storing(`(select * ${rowsOf('webhook_claims')} and ${which} order by id for update)`);

/** To those of the claim $2. */
export const storeClaim = storeUnderWay('id = $2');

/**
 * Stores deliveries of the claim $2 whose first attempt was a success; $3 others of it are under way from now on, by the worker's count. What has a
 * row already is passed over here. How many are under way is counted down by what is stored, so that whatever the database has not got, or has
 * forgotten in a crash, still counts; the claim goes with the last of all. Of a claim that is gone all deliveries have rows.
 */
export const storeAnswered = `with c as materialized (select tenant_id, endpoint_id, created_at, under_way ${rowsOf('webhook_claims')} and id = $2 for update),
  stored as (
    insert into webhook_deliveries (${answeredColumns})
    select ${answeredValues}
    from c, (select unnest($4::uuid[]) as id, unnest($5::uuid[]) as event_id, unnest($6::text[]) as event_type,
      unnest($7::bigint[]) as sequence, unnest($8::int[]) as http_status, unnest($9::int[]) as millis, unnest($10::text[]) as body) o
    on conflict on constraint webhook_deliveries_event_key do nothing
    returning id),
  counts as materialized (
    select under_way - number as "left", $3 = 0 and number > 0 and number = under_way as are_all
    from c, (select count(*)::int as number from stored) s),
  counted as (
    update webhook_claims t set under_way = (select "left" from counts)
    where ${ofTenant()} and id = $2 and not (select are_all from counts)),
  ended as (delete from webhook_claims t where ${ofTenant()} and id = $2 and (select are_all from counts))
  select id from stored`;
