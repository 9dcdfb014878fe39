import { newId } from '@tandem/domain/core/id';
import { currentScope, type Place } from '@tandem/domain/core/scope';
import { needing } from '@tandem/domain/core/use-case';
import {
  type Addressee,
  type Claim,
  type Claimed,
  DeliveryClaims,
  mostAtOnce,
  type Settled,
  type SettlingRule,
  type Tried,
} from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { noteOf } from '@tandem/domain/webhooks/deliveries/answer';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { Row, Statement } from '@tandem/platform/postgres/batch';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { plannedForAll } from '@tandem/platform/postgres/planning';
import { tenantStatement } from '@tandem/platform/postgres/tenant-statements';
import { claimedOf } from './claimed-rows.js';
import { DeliveryLeases } from './delivery-leases.js';
import { storeAnswered, storeClaim } from './fan-out-statements.js';
import { claim, dueEverywhere, giveBackUnsent, nextDue, settle } from './claim-statements.js';

/** How many deliveries are looked at for one claim where some may have to be skipped. */
const mostJudged = 200;

/**
 * For the statements behind it, until the transaction ends: its commit does not wait for the disk. Should the database itself crash within
 * the next second, answers are forgotten, and their deliveries sent again once the lease of their claim is over; none is lost.
 */
const writtenSoon: Statement = { text: `select set_config('synchronous_commit', 'off', true)` };

export class SqlDeliveryClaims extends needing(
  { database: Database, deliveries: WebhookDeliveries, leases: DeliveryLeases },
  DeliveryClaims,
) {
  async claim(
    { endpoint, reach }: Addressee,
    most = mostAtOnce,
    held: readonly Pick<Claim, 'id'>[] = [],
  ): Promise<Claim> {
    const id = newId();
    const [reachText, judged] = reach ? [JSON.stringify(reach), mostJudged] : [null, 0];
    const values = [endpoint.id, id, most, reachText, judged, held.map((one) => one.id), endpoint.updatedAt];
    // A tenant's claims are made one at a time: two at once would both count on the same room.
    const lock = advisoryLock('deliveries');
    const [, , claimed] = await this.database.batch([lock, ...plannedForAll(tenantStatement(claim, ...values))]);
    const { rows } = claimed!;
    return { id, endpoint, isDirect: false, ...factsOf(rows[0]), taken: rows.flatMap(claimedOf) };
  }

  keep({ id }: Claim): () => void {
    return this.leases.keep(currentScope().tenantId, id);
  }

  async settle(claim: Claim, settled: Settled, rule: SettlingRule): Promise<boolean> {
    const tried = claim.isDirect ? await this.storedAlready(claim, settled) : settled.tried;
    return tried.length === 0 || this.settleStored(claim, { tried, left: settled.left }, rule);
  }

  /** Stores what the first attempts of a direct claim have become where nothing else is to be noted; resolves to those that have rows already. */
  private async storedAlready({ id }: Claim, { tried, left }: Settled): Promise<readonly Tried[]> {
    if (tried.some(({ answer }) => noteOf(answer))) {
      await this.database.batch([tenantStatement(storeClaim, id)]);
      return tried;
    }
    const storing = tenantStatement(storeAnswered, id, left, ...columnsOf(tried));
    const [, outcome] = await this.database.batch([writtenSoon, storing]);
    const stored = new Set(outcome!.rows.map((row) => row.id));
    return tried.filter(({ deliveryId }) => !stored.has(deliveryId));
  }

  private async settleStored({ id }: Claim, settled: Settled, rule: SettlingRule): Promise<boolean> {
    const { tried } = settled;
    const failed = new Map(tried.flatMap(({ deliveryId, answer }) => (answer.error ? [[deliveryId, answer]] : [])));
    const store = async (): Promise<number> => {
      const outcomes = await this.database.batch([...(failed.size === 0 ? [writtenSoon] : []), settling(id, settled)]);
      const { succeeded, moved } = outcomes.at(-1)!.rows[0] as { succeeded: number; moved: number };
      return moved > 0 ? succeeded + (await store()) : succeeded;
    };
    if (failed.size === 0) return (await store()) === tried.length;
    return this.database.run(async () => {
      let stored = await store();
      await this.deliveries.changeEach({ claimId: id, ids: [...failed.keys()] }, (delivery) => {
        rule(delivery, failed.get(delivery.id)!);
        stored++;
      });
      return stored === tried.length;
    });
  }

  /** The claim is locked by a statement of its own, so that the other one sees what whoever held it before has done. */
  async giveBack({ id }: Claim, unsent: readonly Claimed[], left: number): Promise<void> {
    const [ids, attempts] = [unsent.map(({ deliveryId }) => deliveryId), unsent.map(({ attempt }) => attempt)];
    await this.database.batch([
      tenantStatement(storeClaim, id),
      tenantStatement(giveBackUnsent, id, left, ids, attempts),
    ]);
  }

  async nextDue(endpointId: string): Promise<Date | null> {
    const [row] = await this.database.queryOfTenant(nextDue, endpointId);
    return (row?.due as Date | undefined) ?? null;
  }

  dueAcrossTenants(): Promise<Place[]> {
    return this.database.queryAcrossTenants(dueEverywhere);
  }
}

/** An endpoint that is disabled has no row, and so no room. */
function factsOf({ is_healthy: isHealthy, skipped, room, looked_at: lookedAt }: Row = { skipped: 0, room: 0 }) {
  const hasRoom = (room as number) > 0;
  const hasMore = hasRoom && (lookedAt as number) >= (room as number);
  return { isHealthy: isHealthy === true, skipped: skipped as number, hasRoom, hasMore };
}

const columnsOf = (tried: readonly Tried[]) => [
  tried.map(({ deliveryId }) => deliveryId),
  tried.map(({ event }) => event.id),
  tried.map(({ event }) => event.type),
  tried.map(({ event }) => event.sequence),
  tried.map(({ answer }) => answer.httpStatus),
  tried.map(({ answer }) => answer.responseTimeMs),
  tried.map(({ answer }) => answer.responseBody),
];

const settling = (claimId: string, { tried, left }: Settled): Statement =>
  tenantStatement(
    settle,
    claimId,
    left,
    tried.map(({ deliveryId }) => deliveryId),
    tried.map(({ attempt }) => attempt),
    tried.map(({ answer }) => answer.httpStatus),
    tried.map(({ answer }) => !answer.error),
    tried.map(({ answer }) => noteOf(answer)),
    tried.map(({ answer }) => answer.responseTimeMs),
    tried.map(({ answer }) => answer.responseBody),
  );
