import { setTimeout as pause } from 'node:timers/promises';
import { needing } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';
import { Heartbeat } from '@tandem/platform/process/heartbeat';

/** How long a vanished worker's deliveries take up their endpoint's room; with the sweep behind it less than 10 s. */
const leaseSeconds = 7;
const lease = `interval '${leaseSeconds} seconds'`;
export const leaseEnds = `now() + ${lease}`;
/** In a transaction that may have begun long before. */
export const leaseEndsFromNow = `clock_timestamp() + ${lease}`;
/** Of a claim: its worker still lives, or vanished only now. */
export const isLeased = 'lease_ends > now()';
/** A claim of which something is under way, so that it takes up room. A vanished worker's ends with its lease. */
export const isLive = `under_way > 0 and ${isLeased}`;
const renewMillis = 2000;

/** Passes over those that somebody has locked: one that is being ended, which may take long, must not cost the others their leases. */
const renew = `with free as materialized (
    select id ${rowsOf('webhook_claims')} and id = any($2::uuid[]) for update skip locked)
  update webhook_claims t set lease_ends = ${leaseEnds} where ${ofTenant()} and id in (select id from free) returning id`;
/** What is stored to is locked for a moment. */
const mostTries = 10;
const pauseMillis = 50;

/** Renews leases every 2 s; shorter claims never need it. */
export class DeliveryLeases extends needing({ database: Database }) {
  /** With the tenant of each. */
  private readonly heartbeat = new Heartbeat<string>(renewMillis, () => this.renew());

  /** Keeps a tenant's claim until the function it returns is called. */
  keep(tenantId: string, claimId: string): () => void {
    this.heartbeat.hold(claimId, tenantId);
    return () => this.heartbeat.release(claimId);
  }

  private async renew(): Promise<void> {
    const renewed = new Set<unknown>();
    for (let tries = 0; tries < mostTries; tries++) {
      const left = [...this.heartbeat.held].filter(([claimId]) => !renewed.has(claimId));
      if (left.length === 0) return;
      if (tries > 0) await pause(pauseMillis);
      // A lease that runs out because the database is away ends in a second sending, which a receiver knows by its id.
      const outcomes = await this.renewAcrossTenants(left).catch(() => undefined);
      if (!outcomes) return;
      for (const { id } of outcomes.flatMap(({ rows }) => rows)) renewed.add(id);
    }
  }

  /** In one round trip, with a statement for each tenant. */
  private renewAcrossTenants(claims: readonly [claimId: string, tenantId: string][]) {
    const byTenant = new Map<string, string[]>(claims.map(([, tenantId]) => [tenantId, []]));
    for (const [claimId, tenantId] of claims) byTenant.get(tenantId)!.push(claimId);
    const renewals = [...byTenant].map((values) => ({ text: renew, values }));
    return this.database.acrossTenants(() => this.database.batch(renewals));
  }
}
