import { newId } from '@tandem/domain/core/id';
import { currentScope, type Place } from '@tandem/domain/core/scope';
import { needing } from '@tandem/domain/core/use-case';
import {
  type Addressee,
  type Claim,
  type Claimed,
  DeliveryClaims,
  mostAtOnce,
  type SettlingRule,
  type Tried,
} from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { Outcome, Row, Statement } from '@tandem/platform/postgres/batch';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { DeliveryLeases } from './delivery-leases.js';
import { claim, finishAttempts, giveBackUnsent, succeedClaimed } from './claim-statements.js';

/** How many deliveries are looked at for one claim where some may have to be skipped. */
const mostJudged = 200;

/** Those that were recovered stand apart in the index. */
const nextDue = `select greatest(min(next.due_at), min(h.held_until)) as due from webhook_endpoint_healths h,
  lateral (values (false), (true)) kind (is_recovered), lateral (
    select d.due_at from webhook_deliveries d
    where d.tenant_id = $1 and d.endpoint_id = $2 and d.is_recovered = kind.is_recovered and d.due_at is not null
    order by d.due_at limit 1) next
  where h.tenant_id = $1 and h.id = $2`;

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
  { database: Database, deliveries: WebhookDeliveries, leases: DeliveryLeases },
  DeliveryClaims,
) {
  async claim({ endpoint, reach }: Addressee, most = mostAtOnce): Promise<Claim> {
    const { tenantId } = currentScope();
    const id = newId();
    const reachText = reach && JSON.stringify(reach);
    const values = [tenantId, endpoint.id, id, most, reachText, reach ? mostJudged : 0];
    // One claim of a tenant at a time: two at once would both count the same room.
    const lock = advisoryLock(`deliveries of ${tenantId}`);
    const [, { rows }] = (await this.database.batch([lock, { text: claim, values }])) as [Outcome, Outcome];
    return { id, endpoint, ...factsOf(rows[0]), taken: rows.flatMap(claimedOf) };
  }

  keep({ id }: Claim): () => void {
    return this.leases.keep(currentScope().tenantId, id);
  }

  async settle({ id }: Claim, tried: readonly Tried[], rule: SettlingRule): Promise<boolean> {
    const succeeded = succeeding(id, tried);
    const failed = new Map(tried.flatMap(({ deliveryId, answer }) => (answer.error ? [[deliveryId, answer]] : [])));
    const successes = tried.length - failed.size;
    const store = async () => {
      let stored = (await this.database.batch([finishing(tried), succeeded]))[1]!.count;
      // A renewal of the lease may just have moved one.
      if (stored < successes) stored += (await this.database.batch([succeeded]))[0]!.count;
      return stored;
    };
    if (failed.size === 0) return (await store()) === successes;
    return this.database.run(async () => {
      const stored = await store();
      const changed = await this.deliveries.changeClaimed(id, [...failed.keys()], (delivery) =>
        rule(delivery, failed.get(delivery.id)!),
      );
      return stored + changed === tried.length;
    });
  }

  async giveBack({ id }: Claim, unsent: readonly Claimed[]): Promise<void> {
    const ids = unsent.map(({ deliveryId }) => deliveryId);
    await this.database.batch([{ text: giveBackUnsent, values: [currentScope().tenantId, id, ids] }]);
  }

  async nextDue(endpointId: string): Promise<Date | null> {
    const [row] = await this.database.query(nextDue, [currentScope().tenantId, endpointId]);
    return row!.due as Date | null;
  }

  dueAcrossTenants(): Promise<Place[]> {
    return this.database.queryAcrossTenants(dueEverywhere);
  }
}

/** There is no row for an endpoint that is disabled. */
function factsOf({ is_healthy: isHealthy, skipped, room, looked_at: lookedAt }: Row = { skipped: 0, room: 0 }) {
  const hasRoom = (room as number) > 0;
  const hasMore = hasRoom && (lookedAt as number) >= (room as number);
  return { isHealthy: isHealthy === true, skipped: skipped as number, hasRoom, hasMore };
}

function claimedOf({ deliveryId, attempt, id, type, timestamp, sequence, data }: Row): Claimed[] {
  const event = { id, type, timestamp, tenantId: currentScope().tenantId, sequence, data };
  return deliveryId ? [{ deliveryId, attempt, event } as Claimed] : [];
}

function succeeding(claimId: string, tried: readonly Tried[]): Statement {
  const succeeded = tried.filter(({ answer }) => !answer.error);
  const ids = succeeded.map(({ deliveryId }) => deliveryId);
  return {
    text: succeedClaimed,
    values: [currentScope().tenantId, claimId, ids, succeeded.map(({ answer }) => answer.httpStatus)],
  };
}

const finishing = (tried: readonly Tried[]): Statement => ({
  text: finishAttempts,
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
