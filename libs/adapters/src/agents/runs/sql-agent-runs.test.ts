import { describe, expect, it } from '@jest/globals';
import { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { AgentRuns } from '@tandem/domain/agents/runs/agent-runs.port';
import { Echo } from '@tandem/domain/agents/blueprints/echo.blueprint';
import { RunStep } from '@tandem/domain/agents/journal/run-step';
import { newId } from '@tandem/domain/core/id';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlAgentRuns } from './sql-agent-runs.js';
import { SqlRunSteps } from '../journal/sql-run-steps.js';

const run = (message: number) => new AgentRun(new Echo(), { input: { message } });

storeContract(SqlAgentRuns, {
  make: run,
  change: (run) => run.cancel(),
  tells: { added: ['agent_run.queued'], changed: ['agent_run.cancelled'] },
});

storeContract(SqlRunSteps, {
  make: async (number, get) => new RunStep(await get(AgentRuns).add(run(number)), 1, { name: 'step', kind: 'code' }),
  change: (step) => step.finish(1, 'fine'),
});

describe('SqlAgentRuns', () => {
  const { ours, query } = useStore(SqlAgentRuns);

  it('stores many at once, each with its event and younger than the one before', () =>
    ours(async (runs) => {
      await runs.add(run(0));
      const many = Array.from({ length: 250 }, (_, message) => run(message));
      await Promise.all([runs.addEach(many.slice(0, 120)), runs.addEach(many.slice(120)), runs.addEach([])]);
      const text = `select r.id, r.created_at::text, e.data::json ->> 'created_at' as told from agent_runs r
        join events e on e.resource_id = r.id and e.type = 'agent_run.queued' where r.id = any($1::uuid[]) order by r.created_at`;
      const stored = await query<{ id: string; created_at: string; told: string }>(text, [many.map(({ id }) => id)]);
      expect(new Set(stored.map(({ created_at }) => created_at)).size).toBe(250);
      const places = new Map(stored.map(({ id }, place) => [id, place]));
      for (const part of [many.slice(0, 120), many.slice(120)])
        expect(part.map(({ id }) => places.get(id))).toEqual(part.map((_, i) => places.get(part[0]!.id)! + i));
      const told = new Map(stored.map(({ id, told }) => [id, told]));
      for (const { id, createdAt } of many) expect(told.get(id)).toBe(createdAt.toISOString());
    }));

  it('knows no schedule at work that has no run', () =>
    ours(async (runs) => expect(await runs.schedulesAtWork([newId()])).toEqual(new Set())));
});
