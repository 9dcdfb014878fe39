import { describe, expect, it } from '@jest/globals';
import { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { AgentRuns, type RunFilters } from '@tandem/domain/agents/runs/agent-runs.port';
import { Echo } from '@tandem/domain/agents/blueprints/echo.blueprint';
import { RunStep } from '@tandem/domain/agents/journal/run-step';
import { RunSteps } from '@tandem/domain/agents/journal/run-steps.port';
import { ModelPrices } from '@tandem/domain/agents/models/model-prices.port';
import { newId } from '@tandem/domain/core/id';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { Database } from '@tandem/platform/postgres/database';
import { plannedForAll } from '@tandem/platform/postgres/statements';
import { idOf } from '@tandem/testing/reader-contract';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlAgentRuns } from './sql-agent-runs.js';
import { SqlRunSteps } from '../journal/sql-run-steps.js';
import { writtenPrecisely } from '@tandem/platform/view/kinds';

const run = (message: number) => new AgentRun(new Echo(), { input: { message } });

storeContract(SqlAgentRuns, {
  make: run,
  change: (run) => run.cancel(),
  records: { added: ['agent_run.queued'], changed: ['agent_run.cancelled'] },
});

storeContract(SqlRunSteps, {
  make: async (number, get) => new RunStep(await get(AgentRuns).add(run(number)), 1, { name: 'step', kind: 'code' }),
  change: (step) => step.finish(1, 'fine'),
});

describe('SqlAgentRuns', () => {
  const { ours, query, get } = useStore(SqlAgentRuns);

  it('stores many runs at once, each with its event and a later created_at', () =>
    ours(async (runs) => {
      await runs.add(run(0));
      const many = Array.from({ length: 250 }, (_, message) => run(message));
      await Promise.all([runs.addAll(many.slice(0, 120)), runs.addAll(many.slice(120)), runs.addAll([])]);
      const text = `select r.id, r.created_at::text, e.data::json ->> 'created_at' as reported
        from agent_runs r join events e on e.resource_id = r.id and e.type = 'agent_run.queued'
        where r.id = any($1::uuid[]) order by r.created_at`;
      const stored = await query<{ id: string; created_at: string; reported: string }>(text, [
        many.map(({ id }) => id),
      ]);
      expect(new Set(stored.map(({ created_at }) => created_at)).size).toBe(250);
      const positions = new Map(stored.map(({ id }, position) => [id, position]));
      for (const part of [many.slice(0, 120), many.slice(120)])
        expect(part.map(({ id }) => positions.get(id))).toEqual(part.map((_, i) => positions.get(part[0]!.id)! + i));
      const reported = new Map(stored.map(({ id, reported }) => [id, reported]));
      for (const { id, createdAt } of many) expect(reported.get(id)).toBe(writtenPrecisely(createdAt));
    }));

  it('stores runs of several blueprints, each with a created_at after all existing runs', () =>
    ours(async (runs) => {
      const ahead = await runs.add(run(0));
      const text = `update agent_runs set created_at = now() + interval '1 hour' where id = $1 returning created_at`;
      const [{ created_at: latest }] = (await query<{ created_at: Date }>(text, [ahead.id])) as [{ created_at: Date }];
      const unknown = Object.assign(new Echo(), { slug: 'never-run' });
      const many = [run(1), new AgentRun(unknown, { input: { message: 2 } }), run(3)];
      await runs.addAll(many);
      const times = 'select created_at::text as at from agent_runs where id = any($1::uuid[]) and created_at > $2';
      const found = await query<{ at: string }>(times, [many.map(({ id }) => id), latest]);
      expect(new Set(found.map(({ at }) => at)).size).toBe(3);
    }));

  it('lists the runs of a blueprint that match every filter and rejects an undeclared filter', () =>
    ours(async (runs) => {
      const { id, createdAt } = await runs.add(run(6));
      const ids = async (filters: RunFilters) =>
        (await runs.pageOf('echo', { limit: 1, ...filters })).items.map((item) => idOf(item).id);
      expect(await ids({ status: ['queued'], since: createdAt })).toEqual([id]);
      expect(await ids({ status: [] })).toEqual([id]);
      for (const none of [{ status: ['failed' as const] }, { scheduleId: newId() }, { blueprint: 'other' }])
        expect(await ids(none)).toEqual([]);
      const misspelt: object = { colour: 'red' };
      await expect(ids(misspelt)).rejects.toThrow('no filter colour');
    }));

  it('reports the cost of runs once, whether they are saved one by one or together', () =>
    ours(async () => {
      const reported: number[] = [];
      class Listening extends Meter {
        override observe = (_: string, value: number) => void reported.push(value);
      }
      const runs = new SqlAgentRuns(get(Database), new Listening(), get(ModelPrices));
      const added = [run(1), run(2), run(3)];
      await runs.addAll(added);
      const created = await Promise.all(added.map(({ id }) => runs.one(id)));
      const spend = (one: AgentRun, usd: number) =>
        one.bill.settle({ costMicroUsd: usd * 1_000_000, committedMicroUsd: usd * 1_000_000 });
      created.forEach((one, i) => spend(one, i + 1));
      await runs.saveAll(created.slice(0, 2));
      await runs.saveAll(created.slice(2));
      await runs.change(created[0]!.id, (one) => spend(one, 4));
      expect(reported).toEqual([1, 2, 3, 4]);
    }));

  it('masks the secrets of a step in the view and in its event', () =>
    ours(async (runs) => {
      const steps = get(RunSteps);
      const key = 'sk-0123456789';
      const step = new RunStep(await runs.add(run(5)), 1, { name: 'step', kind: 'code', arguments: { key } });
      const { id } = await steps.add(step);
      await steps.change(id, (one) => {
        one.finish(1, { key });
        one.record('finished');
      });
      const shown = JSON.parse((await steps.read(id)).json) as object;
      expect(shown).toMatchObject({ arguments: { key: '[masked]' }, result: { key: '[masked]' } });
      const [event] = await query<{ data: object }>('select data, metadata from events where resource_id = $1', [id]);
      expect(event!.data).toEqual(shown);
      expect(JSON.stringify(event)).not.toContain(key);
    }));

  it('reports no schedule at work without a run', () =>
    ours(async (runs) => expect(await runs.schedulesAtWork([newId()])).toEqual(new Set())));

  it('finds schedules at work by the index of open runs, even if the table was empty at first', () =>
    ours((runs) =>
      get(Database).run(async () => {
        await runs.schedulesAtWork([newId()]);
        const text = `select name from pg_prepared_statements where statement like 'select distinct t.schedule_id%'`;
        const [prepared] = await get(Database).query(text);
        const explain = `explain execute ${prepared!.name as string} ('${newId()}', '{${newId()}}')`;
        const [, plan] = await get(Database).batch(plannedForAll({ text: explain }));
        expect(JSON.stringify(plan!.rows)).toContain('agent_runs_open_of_schedule');
      }),
    ));
});
