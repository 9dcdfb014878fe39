import { mostAtOnce, mostPerTenant } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';
import { isUnhindered } from '../endpoints/endpoint-rules.js';
import { isLive, leaseEndsFromNow } from './delivery-leases.js';
import {
  answeredColumns,
  answeredValues,
  begunColumns,
  begunValues,
  deliveryColumns,
  deliveryValues,
  newRowId,
} from './delivery-transitions.js';
import { addressees, isWantedByAddressee } from './event-matching.js';

/*
 * Deliveries that are sent as they are fanned out. Until its first answer such a delivery stands in its claim alone, with its event and
 * its own id; an endpoint gets an event by one delivery, whoever stores it first. Whether there is a row is asked for each behind `offset 0`,
 * by its key: joined, PostgreSQL may read all that a tenant has.
 */

/** What one endpoint is sent of a fan-out at most, in stored bytes: so much is held in memory, for each. */
const mostBytes = 1024 * 1024;

/** Nobody sends the endpoint `o` anything but the process that asks, and nothing is due that should go first. */
const isUndisturbed = `not exists (select from live l where l.endpoint_id = o.endpoint_id and l.id <> all (o.held))
  and not exists (select ${rowsOf('webhook_deliveries', 'd')} and d.endpoint_id = o.endpoint_id and not d.is_recovered
    and d.due_at <= now() and d.claim_id is null offset 0)`;

/**
 * $2 to $3 are the sequences of the events, $4 is the first wait in seconds, $5 what endpoints may learn of, $6 the endpoints that may be
 * sent something at once: a jsonb list of each one's id, that of its new claim, and those of the claims that the asking process holds.
 * What an endpoint has already is counted as `claim` counts it.
 */
export const fanOut = `with w as materialized (${addressees('$5')}),
  live as materialized (select id, endpoint_id, under_way ${rowsOf('webhook_claims')} and ${isLive}),
  matched as materialized (
    select w.id as endpoint_id, e.tenant_id, e.id, e.type, e.sequence, pg_column_size(e.data) as bytes
    from events e, w
    where ${ofTenant('e')} and e.sequence between $2 and $3 and ${isWantedByAddressee}),
  wanting as materialized (
    select endpoint_id, count(*) as number, sum(bytes) as bytes from matched group by endpoint_id),
  offered as materialized (
    select o.endpoint_id, o.claim_id, sum(least(${mostAtOnce}, m.number + (
      select coalesce(sum(under_way), 0) from live l where l.endpoint_id = o.endpoint_id))) over (order by o.endpoint_id) as together
    from jsonb_to_recordset($6::jsonb) as o (endpoint_id uuid, claim_id uuid, held uuid[])
      join wanting m on m.endpoint_id = o.endpoint_id
      join w on w.id = o.endpoint_id and w.missed_since is null
      join webhook_endpoint_healths h on ${ofTenant('h')} and h.id = o.endpoint_id and ${isUnhindered}
    where m.bytes < ${mostBytes} and ${isUndisturbed}),
  direct as materialized (
    select endpoint_id, claim_id from offered where together + (
      select coalesce(sum(least(${mostAtOnce}, claimed)), 0) from (select sum(under_way) as claimed from live
        where endpoint_id not in (select endpoint_id from offered) group by endpoint_id) s) <= ${mostPerTenant}),
  made as (
    insert into webhook_deliveries (${deliveryColumns})
    select ${deliveryValues('now() + make_interval(secs => $4)', false)}
    from matched e, lateral (select e.endpoint_id as id) w
    where e.endpoint_id not in (select endpoint_id from direct)
    order by e.sequence
    on conflict on constraint webhook_deliveries_event_key do nothing
    returning endpoint_id),
  base as materialized (select ${newRowId}::text as id),
  sent as materialized (
    select m.endpoint_id, m.id, d.claim_id, overlay(base.id placing lpad(to_hex(row_number() over ()), 6, '0') from 31)::uuid as delivery_id
    from matched m join direct d on d.endpoint_id = m.endpoint_id, base
    where not exists (select ${rowsOf('webhook_deliveries', 'x')} and x.event_id = m.id and x.endpoint_id = m.endpoint_id offset 0)),
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

/** Gives rows to the deliveries of the claims `c` that have none yet, in flight as they are. */
export const storing = (claims: string) => `insert into webhook_deliveries (${begunColumns})
  select ${begunValues('o.id')}
  from ${claims} c, unnest(c.event_ids, c.delivery_ids) o (event_id, id),
    lateral (select id, type, sequence ${rowsOf('events', 'e')} and e.id = o.event_id
      and not exists (select ${rowsOf('webhook_deliveries', 'x')} and x.event_id = o.event_id and x.endpoint_id = c.endpoint_id offset 0) offset 0) e
  on conflict on constraint webhook_deliveries_event_key do nothing`;

/** Those of the claim $2. It is locked first, as by whoever ends it: so none waits for the other's rows. */
export const storeUnderWay = storing(`(select * ${rowsOf('webhook_claims')} and id = $2 for update)`);

/**
 * Stores deliveries of the claim $2 whose first attempt was a success; $3 others of it are under way from now on, and so is what has a row
 * already: it is passed over here, and would be anybody's otherwise. Of a claim that is gone all deliveries have rows.
 */
export const storeAnswered = `with c as materialized (select * ${rowsOf('webhook_claims')} and id = $2 for update),
  stored as (
    insert into webhook_deliveries (${answeredColumns})
    select ${answeredValues}
    from c, unnest($4::uuid[], $5::uuid[], $6::text[], $7::bigint[], $8::int[], $9::int[], $10::text[])
      o (id, event_id, event_type, sequence, http_status, millis, body)
    on conflict on constraint webhook_deliveries_event_key do nothing
    returning id),
  counted as (
    update webhook_claims t set under_way = $3 + cardinality($4::uuid[]) - (select count(*)::int from stored)
    where ${ofTenant()} and id = $2)
  select id from stored`;
