import { describe, expect, it } from '@jest/globals';
import { Echo } from '@tandem/domain/agents/blueprints/echo.blueprint';
import { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { runStatuses } from '@tandem/domain/agents/runs/run-fields';
import { RunStep } from '@tandem/domain/agents/journal/run-step';
import { RunSteps } from '@tandem/domain/agents/journal/run-steps.port';
import { newId } from '@tandem/domain/core/id';
import { Database } from '@tandem/platform/postgres/database';
import { rowsOf } from '@tandem/platform/postgres/statements';
import { useStore } from '@tandem/testing/use-store';
import { isRefused } from '../journal/run-step-rules.js';
import {
  costUsdCents,
  countRunning,
  hasLostWorker,
  hasMissedDeadline,
  isDue,
  isHeldBy,
  isOpen,
  isQueued,
  isRunning,
  renewLease,
} from './run-rules.js';
import { SqlAgentRuns } from './sql-agent-runs.js';

const minute = 60_000;

describe('a rule of runs in SQL', () => {
  const { ours, get } = useStore(SqlAgentRuns);
  const claim = newId();

  /** A run for each status with past, future and unset times; those without a deadline have a cost. */
  const runsInEveryState = () =>
    runStatuses.flatMap((status) =>
      [-minute, minute].flatMap((runIn) =>
        [-minute, minute, null].map((endsIn) => {
          const at = (millis: number) => new Date(Date.now() + millis);
          const ends = endsIn === null ? null : at(endsIn);
          const costMicroUsd = endsIn === null ? 20_001 : 0;
          const state = { status, runAt: at(runIn), deadlineAt: ends, costMicroUsd };
          const run = Object.assign(new AgentRun(new Echo(), {}), state);
          if (status === 'running') Object.assign(run, { workerId: claim, leaseExpiresAt: ends ?? at(minute) });
          return Object.assign(run, run.isTerminal && { finishedAt: new Date() });
        }),
      ),
    );

  it.each<[string, string, (run: AgentRun, now: Date) => boolean]>([
    ['isQueued', isQueued, (run) => run.isQueued],
    ['isRunning', isRunning, (run) => run.isRunning],
    ['isDue', isDue(), (run, now) => run.isDue(now)],
    ['isTerminal, the others', isOpen, (run) => !run.isTerminal],
    ['isHeldBy', isHeldBy(`array['${claim}']`), (run) => run.isHeldBy(claim)],
    ['isHeldBy another claim', isHeldBy(`array['${newId()}']`), (run) => run.isHeldBy(newId())],
    ['hasLostWorker', hasLostWorker, (run, now) => run.hasLostWorker(now)],
    ['hasMissedDeadline', hasMissedDeadline, (run, now) => run.hasMissedDeadline(now)],
    ['costUsdCents, rounded up', `${costUsdCents} = 3`, (run) => run.costUsdCents === 3],
  ])('%s finds the runs that the method finds', (name, rule, holds) =>
    ours(async (runs) => {
      const ids: string[] = [];
      for (const run of runsInEveryState()) ids.push((await runs.add(run)).id);
      const stored = await Promise.all(ids.map((id) => runs.one(id)));
      const expected = stored.filter((run) => holds(run, new Date())).map(({ id }) => id);
      const text = `select t.id from agent_runs t where ${rule} and t.id = any($1) order by t.id`;
      const found = (await get(Database).query(text, [ids])).map(({ id }) => id);
      expect(found).toEqual(expected.sort());
      expect(found.length > 0).toBe(name !== 'isHeldBy another claim');
    }),
  );

  it('renewLease changes a run as the method does', () =>
    ours(async (runs) => {
      const expected = new AgentRun(new Echo(), {});
      const run = new AgentRun(new Echo(), {});
      await runs.add(run);
      const text = `update agent_runs set ${renewLease('$1')} where id = $2 returning now() as now`;
      const [row] = await get(Database).query(text, [30, run.id]);
      expected.renewLease(row!.now as Date, 30);
      const { leaseExpiresAt, lastHeartbeatAt } = await runs.one(run.id);
      expect({ leaseExpiresAt, lastHeartbeatAt }).toEqual({
        leaseExpiresAt: expected.leaseExpiresAt,
        lastHeartbeatAt: expected.lastHeartbeatAt,
      });
    }));

  it('countRunning counts the runs of the tenant that the getter finds', () =>
    ours(async (runs) => {
      const created = runsInEveryState();
      const counted = async () => {
        const rows = await get(Database).queryOfTenant(`select ${countRunning(rowsOf('agent_runs'))} as count`);
        return rows[0]!.count as number;
      };
      const before = await counted();
      for (const run of created) await runs.add(run);
      expect((await counted()) - before).toBe(created.filter(({ isRunning }) => isRunning).length);
    }));

  it('isRefused finds the steps that the getter finds', () =>
    ours(async (runs) => {
      const run = await runs.add(new AgentRun(new Echo(), {}));
      const steps = get(RunSteps);
      const refusal = { code: 'conflict', detail: 'No.', errors: [] };
      const ends = [
        () => undefined,
        (step: RunStep) => step.finish(1, 'fine'),
        (step: RunStep) => step.refuse(1, refusal),
      ];
      const expected: string[] = [];
      for (const [index, end] of ends.entries()) {
        const step = new RunStep(run, index + 1, { name: `step ${index}`, kind: 'code' });
        end(step);
        if (step.isRefused) expected.push(step.id);
        await steps.add(step);
      }
      const text = `select t.id from agent_run_steps t where ${isRefused} and t.run_id = $1`;
      expect((await get(Database).query(text, [run.id])).map(({ id }) => id)).toEqual(expected);
      expect(expected).toHaveLength(1);
    }));
});
