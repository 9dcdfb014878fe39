import { RunSweeps } from '@tandem/domain/agents/runs/run-sweeps.port';
import type { OfTenant, TenantRecord } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { countRunning, hasAny, hasLostWorker, hasMissedDeadline, isDue, isQueued } from './run-rules.js';

const ofWaiting = 'from agent_runs t where t.tenant_id = w.tenant_id';
/** Skips through the index from tenant to tenant, so that the cost does not grow with the backlog of a tenant. */
const overlooked = `with recursive waiting as (
    (select t.tenant_id from agent_runs t where ${isQueued} order by t.tenant_id limit 1)
    union all
    select n.tenant_id from waiting w, lateral (select t.tenant_id from agent_runs t
      where ${isQueued} and t.tenant_id > w.tenant_id order by t.tenant_id limit 1) n)
  select w.tenant_id as "tenantId" from waiting w
  where ${countRunning(ofWaiting)} < $1
    and ${hasAny(`${ofWaiting} and ${isDue("now() - interval '1 second'")}`)}`;

const overdue = [hasLostWorker, hasMissedDeadline]
  .map((rule) => `(select t.tenant_id as "tenantId", t.id, now() as now from agent_runs t where ${rule} limit $1)`)
  .join(' union all ');

const queued = `select count(*)::int as count from (select from agent_runs t where ${isQueued} limit 100000) t`;

export class SqlRunSweeps extends uses({ database: Database }, RunSweeps) {
  overlookedAcrossTenants(max: number): Promise<OfTenant[]> {
    return this.database.queryAcrossTenants(overlooked, [max]);
  }

  overdueAcrossTenants(max: number): Promise<(TenantRecord & { now: Date })[]> {
    return this.database.queryAcrossTenants(`${overdue} limit $1`, [max]);
  }

  async queuedAcrossTenants(): Promise<number> {
    return (await this.database.queryAcrossTenants<{ count: number }>(queued))[0]!.count;
  }
}
