import { newId } from '@tandem/domain/core/id';
import { currentScope, type Place } from '@tandem/domain/core/scope';
import { Standings } from '@tandem/domain/core/standings';
import { needing } from '@tandem/domain/core/use-case';
import {
  type Claim,
  type Claimed,
  DeliveryClaims,
  type Tried,
} from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { Answer, WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import type { Row, Statement } from '@tandem/platform/postgres/batch';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { instant } from '@tandem/platform/view/view';
import { DeliveryLeases, leaseEnds } from './delivery-leases.js';
import { begin, skip } from './delivery-transitions.js';
import { endpointReaches } from './endpoint-reaches.js';
import { isTold } from './event-matching.js';

const mostPerEndpoint = 10;
const mostPerTenant = 50;
/** How many deliveries are looked at for one claim where some may have to be skipped. */
const mostJudged = 200;

/** How many an endpoint may send now: none while disabled or held, one as a probe, else what is free of the two limits. */
const room = `select h.failing_since is null as is_healthy, case
    when h.held_until is null then least(${mostPerEndpoint} - f.own, ${mostPerTenant} - f.every)
    when h.held_until <= now() and f.own = 0 then least(1, ${mostPerTenant} - f.every)
    else 0 end as free
  from webhook_endpoints w join webhook_endpoint_healths h on h.tenant_id = w.tenant_id and h.id = w.id,
    (select count(*) as every, count(*) filter (where endpoint_id = $2) as own from webhook_deliveries
     where tenant_id = $1 and status = 'in_flight' and due_at > now()) f
  where w.tenant_id = $1 and w.id = $2 and w.is_enabled and w.deleted_at is null`;

const claim = `with room as (${room}),
  due as (
    select id, event_id, is_recovered, due_at, sequence from webhook_deliveries where tenant_id = $1 and endpoint_id = $2 and due_at <= now()
    order by is_recovered, due_at, sequence limit coalesce((select case when free > 0 then greatest(free, $5) end from room), 0)
    for update skip locked),
  judged as (
    select due.*, ${isTold('$2', '$4')} as is_told
    from due join events e on e.tenant_id = $1 and e.id = due.event_id),
  hidden as (
    update webhook_deliveries d set ${skip('now()')}
    from judged j where d.tenant_id = $1 and d.id = j.id and not j.is_told returning d.id),
  chosen as (
    select id from judged where is_told order by is_recovered, due_at, sequence limit coalesce((select greatest(free, 0) from room), 0)),
  claimed as (
    update webhook_deliveries d set ${begin('$3', leaseEnds)}
    from chosen where d.tenant_id = $1 and d.id = chosen.id
    returning d.id, d.event_id, d.attempt_count, d.is_recovered, d.sequence),
  lost as (
    update webhook_attempts a set finished_at = now(), error_message = 'worker_lost', updated_at = now()
    from (select id from claimed union all select id from hidden) c
    where a.tenant_id = $1 and a.delivery_id = c.id and a.finished_at is null),
  begun as (
    insert into webhook_attempts (tenant_id, id, delivery_id, number, created_at, updated_at)
    select $1, new_delivery_id(), id, attempt_count, now(), now() from claimed)
  select r.is_healthy, (select count(*)::int from hidden) as skipped, c.id as "deliveryId", c.attempt_count as attempt, e.id, e.type, e.tenant_id as "tenantId", e.sequence,
    ${instant.sqlJson('e.created_at')} as timestamp, e.data::text as data
  from room r left join (claimed c join events e on e.tenant_id = $1 and e.id = c.event_id) on true
  order by c.is_recovered, c.sequence`;

/** What a later claim has written off stays so. */
const finish = `update webhook_attempts a
  set finished_at = now(), http_status = o.http_status, error_message = o.error, response_time_ms = o.millis,
    response_body = o.body, updated_at = now()
  from unnest($2::uuid[], $3::int[], $4::int[], $5::text[], $6::int[], $7::text[]) o (delivery_id, number, http_status, error, millis, body)
  where a.tenant_id = $1 and a.delivery_id = o.delivery_id and a.number = o.number and a.finished_at is null`;

const nextDue = `select greatest(min(d.due_at), min(h.held_until)) as due from webhook_deliveries d
  join webhook_endpoint_healths h on h.tenant_id = d.tenant_id and h.id = d.endpoint_id
  where d.tenant_id = $1 and d.endpoint_id = $2 and d.due_at is not null`;

/** Hops from endpoint to endpoint through the index: a long backlog of one costs no more than a single delivery. */
const dueEverywhere = `with recursive busy as (
    (select tenant_id, endpoint_id from webhook_deliveries where due_at is not null order by tenant_id, endpoint_id limit 1)
    union all
    select n.* from busy b, lateral (select d.tenant_id, d.endpoint_id from webhook_deliveries d
      where d.due_at is not null and (d.tenant_id, d.endpoint_id) > (b.tenant_id, b.endpoint_id)
      order by d.tenant_id, d.endpoint_id limit 1) n)
  select b.tenant_id as "tenantId", b.endpoint_id as id
  from busy b join webhook_endpoint_healths h on h.tenant_id = b.tenant_id and h.id = b.endpoint_id
  where (h.held_until is null or h.held_until <= now()) and exists (select from webhook_deliveries d
    where d.tenant_id = b.tenant_id and d.endpoint_id = b.endpoint_id and d.due_at <= now())`;

export class SqlDeliveryClaims extends needing(
  { database: Database, deliveries: WebhookDeliveries, standings: Standings, leases: DeliveryLeases },
  DeliveryClaims,
) {
  async claim(endpointId: string): Promise<Claim> {
    const { tenantId } = currentScope();
    const id = newId();
    return this.database.run(async () => {
      // One claim of a tenant at a time: two at once would both count the same room.
      await this.database.batch([advisoryLock(`deliveries of ${tenantId}`)]);
      const reaches = await endpointReaches(this.database, endpointId);
      const { member_id: memberId = null, key_id: keyId = null, reach } = reaches[0] ?? {};
      const lapse = await this.standings.lapseOf([{ memberId, keyId }], 'webhooks', 'write');
      if (lapse) return { id, endpointId, memberId, lapse, taken: [], isHealthy: false, skipped: 0 };
      const values = [tenantId, endpointId, id, JSON.stringify(reaches), reach ? mostJudged : 0];
      const rows = await this.database.query(claim, values);
      const taken = rows.filter(({ deliveryId }) => deliveryId !== null).map(claimedOf);
      const { is_healthy: isHealthy = false, skipped = 0 } = rows[0] ?? {};
      return { id, endpointId, memberId, lapse, taken, isHealthy, skipped } as Claim;
    });
  }

  keep({ id }: Claim): () => void {
    return this.leases.keep(currentScope().tenantId, id);
  }

  settle(
    { id }: Claim,
    tried: readonly Tried[],
    rule: (delivery: WebhookDelivery, answer: Answer) => void,
  ): Promise<void> {
    return this.database.run(async () => {
      await this.database.batch([finishing(tried)]);
      const answers = new Map(tried.map(({ deliveryId, answer }) => [deliveryId, answer]));
      await this.deliveries.changeClaimed(id, [...answers.keys()], (delivery) =>
        rule(delivery, answers.get(delivery.id)!),
      );
    });
  }

  async nextDue(endpointId: string): Promise<Date | null> {
    const [row] = await this.database.query(nextDue, [currentScope().tenantId, endpointId]);
    return row!.due as Date | null;
  }

  dueAcrossTenants(): Promise<Place[]> {
    return this.database.queryAcrossTenants(dueEverywhere);
  }
}

function claimedOf({ deliveryId, attempt, is_healthy: _, skipped: __, ...event }: Row): Claimed {
  return { deliveryId, attempt, event } as unknown as Claimed;
}

const finishing = (tried: readonly Tried[]): Statement => ({
  text: finish,
  values: [
    currentScope().tenantId,
    tried.map(({ deliveryId }) => deliveryId),
    tried.map(({ attempt }) => attempt),
    tried.map(({ answer }) => answer.httpStatus),
    tried.map(({ answer }) => answer.error),
    tried.map(({ answer }) => answer.responseTimeMs),
    tried.map(({ answer }) => answer.responseBody),
  ],
});
