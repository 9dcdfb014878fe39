import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import type { AgentRuns } from '@tandem/domain/agents/runs/agent-runs.port';
import { RunSweeps } from '@tandem/domain/agents/runs/run-sweeps.port';
import { newId } from '@tandem/domain/core/id';
import { currentScope } from '@tandem/domain/core/scope';
import { Database } from '@tandem/platform/postgres/database';
import { useStore } from '@tandem/testing/use-store';
import { SqlAgentRuns } from './sql-agent-runs.js';

const max = 4;

/** Inserts the oldest run first. */
const queue = `
  insert into agent_runs (tenant_id, id, blueprint, status, input, run_at, cost_micro_usd, platform_fee_cents,
    attempt, consecutive_failures, lost_in_row, rights, created_at, updated_at)
  select $1, gen_random_uuid(), 'echo', 'queued', to_jsonb(n),
    now() + $3::interval - make_interval(secs => $2::int - n), 0, 0, 0, 0, 0, '{}',
    now() - make_interval(secs => n / 1000.0), now()
  from generate_series(1, $2::int) n`;

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Relation Name'?: string;
  Plans?: Plan[];
}

describe('queued runs', () => {
  const { ours, theirs, get, query } = useStore(SqlAgentRuns);

  beforeEach(() => query('delete from agent_runs'));

  const queued = (count: number, due = '-1 minute') => query(queue, [currentScope().tenantId, count, due]);
  const claim = (runs: AgentRuns) =>
    runs.changeDue({ running: max, more: 1000 }, (run, now) => run.start(newId(), now, 30));
  const concurrentClaim = (runs: AgentRuns) => AsyncLocalStorage.bind(() => claim(runs));
  const inputs = (claimed: AgentRun[] = []) => claimed.map(({ input }) => input);

  it('are claimed oldest first, up to the number that may run at a time', () =>
    ours(async (runs) => {
      await queued(10);
      const claimed = (await claim(runs))!;
      expect(inputs(claimed)).toEqual([1, 2, 3, 4]);
      expect(inputs(await claim(runs))).toEqual([]);
      for (const { id } of claimed.slice(2)) await runs.change(id, (run) => run.succeed(null, 0));
      expect(inputs(await claim(runs))).toEqual([5, 6]);
    }));

  it('are claimed by one worker at a time without blocking the others', () =>
    ours(async (runs) => {
      await queued(10);
      const [sameTenant, otherTenant] = [concurrentClaim(runs), theirs(concurrentClaim)];
      await get(Database).run(async () => {
        expect(inputs(await claim(runs))).toEqual([1, 2, 3, 4]);
        expect(await sameTenant()).toBeUndefined();
        expect(await otherTenant()).toEqual([]);
      });
      expect(await sameTenant()).toEqual([]);
    }));

  it('are not claimed before they are due or after their deadline', () =>
    ours(async (runs) => {
      await queued(2, '1 hour');
      expect(await claim(runs)).toEqual([]);
      await queued(2);
      await query(`update agent_runs set deadline_at = now() where run_at < now()`);
      expect(await claim(runs)).toEqual([]);
    }));

  it('report whether one can start now and when the next one is due', () =>
    ours(async (runs) => {
      expect(await runs.prospect(max)).toEqual({ canStart: false, later: null });
      await queued(5);
      expect(await runs.prospect(max)).toEqual({ canStart: true, later: null });
      await queued(1, '1 hour');
      await claim(runs);
      const { canStart, later } = await runs.prospect(max);
      expect(canStart).toBe(false);
      expect(later!.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    }));

  it('are found exactly in the tenants that can start one', async () => {
    await ours(() => queued(3));
    await theirs(() => queued(3, '1 hour'));
    const overlooked = () => get(RunSweeps).overlookedAcrossTenants(max);
    const { tenantId } = ours(() => currentScope());
    expect(await ours(overlooked)).toEqual([{ tenantId }]);
    await ours(async (runs) => (await queued(3), await claim(runs)));
    expect(await ours(overlooked)).toEqual([]);
  });

  it('are found without reading the backlog', async () => {
    await ours(() => queued(20_000));
    await theirs(() => queued(1));
    await query('analyze agent_runs');
    const database = get(Database);
    const spy = jest.spyOn(database, 'queryAcrossTenants');
    expect(await ours(() => get(RunSweeps).overlookedAcrossTenants(max))).toHaveLength(2);
    const [text, values] = spy.mock.lastCall!;
    expect(rowsRead(await database.queryAcrossTenants(`${explain} ${text}`, values))).toBeLessThan(20);
  });

  it('are found without reading other runs, even with stale statistics', async () => {
    await query('alter table agent_runs set (autovacuum_enabled = off)');
    await ours(() => queued(20_000));
    await query('vacuum analyze agent_runs');
    await query(`update agent_runs set status = 'succeeded', finished_at = now()`);
    const database = get(Database);
    await ours(async (runs) => {
      const spy = jest.spyOn(database, 'query');
      expect(await claim(runs)).toEqual([]);
      await runs.prospect(max);
      const statements = spy.mock.calls.map(([text, values]) => ({ text, values }));
      spy.mockRestore();
      expect(statements).toHaveLength(2);
      for (const { text, values } of statements)
        expect(rowsRead(await database.query(`${explain} ${text}`, values))).toBeLessThan(20);
    });
  });

  it('have a single index: with empty statistics the planner would choose either of two', async () => {
    const text = `select indexname from pg_indexes
      where tablename = 'agent_runs' and indexdef like '%WHERE (status = ''queued''::text)'`;
    expect(await query(text)).toEqual([{ indexname: 'agent_runs_queued' }]);
  });
});

const explain = 'explain (analyze, timing off, format json)';

/** Rows read from tables, before filters. */
const rowsRead = ([row]: object[]) => rowsOf((row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);

function rowsOf({ Plans = [], ...plan }: Plan): number {
  const seen = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return (plan['Relation Name'] ? seen : 0) + Plans.map(rowsOf).reduce((all, rows) => all + rows, 0);
}
