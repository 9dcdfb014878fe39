import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Statement } from '@tandem/platform/postgres/batch';
import { useWorld } from '@tandem/testing/world';
import { planOf, watchStatements } from './statements.js';

const many = 30_000;

/** Few of the records are open, and the newest. */
const seeds = [
  `insert into tasks (tenant_id, id, title, priority, position, metadata, status_id, status_category, completed_at,
     due_at, due, created_at, updated_at)
   select $1, gen_random_uuid(), 'Any', 'none', n, '{}', s.id, s.category,
     case when s.category = 'completed' then now() end, d.due, d.due, now(), now()
   from generate_series(1, ${many}) n
     cross join lateral (select now() + make_interval(hours => n % 100 - 50) as due) d
     join statuses s on s.tenant_id = $1 and s.project_id is null
     and s.category = case when n > ${many - 100} then 'unstarted' else 'completed' end`,
  `insert into agent_runs (tenant_id, id, blueprint, status, input, run_at, cost_micro_usd, platform_fee_cents, attempt,
     consecutive_failures, lost_in_row, finished_at, rights, created_at, updated_at)
   select $1, gen_random_uuid(), 'echo', case when n % 2 = 0 then 'succeeded' else 'failed' end, '{}', now(), 0, 0, 1,
     0, 0, now() - make_interval(mins => n), r.rights, now() - make_interval(mins => n), now()
   from generate_series(1, ${many}) n, agent_runs r where r.tenant_id = $1`,
  `insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count,
     tries, due_at, completed_at, is_recovered, created_at, updated_at)
   select $1, gen_random_uuid(), $1, gen_random_uuid(), 'task.created', n, s.status, 1, 1,
     case when s.status = 'retrying' then now() end,
     case when s.status <> 'retrying' then now() - make_interval(mins => n) end, false, now(), now()
   from generate_series(1, ${many}) n, lateral (
     select case n % 3 when 0 then 'retrying' when 1 then 'exhausted' else 'succeeded' end as status) s`,
];

describe('on a tenant with many tasks, runs and deliveries', () => {
  const world = useWorld();
  const { ada, asOwner } = world;
  let seen: Statement[];

  beforeAll(async () => {
    await ada.post('/agents/echo/runs', {});
    for (const seed of seeds) await asOwner(seed, [ada.tenantId]);
    await asOwner('analyze');
    seen = watchStatements(world);
  });

  const statementsOf = async (path: string): Promise<Statement[]> => {
    seen.length = 0;
    expect((await ada.get(path)).status).toBe(200);
    const statements = seen.filter(({ text }) =>
      /^select\b.* from (tasks|agent_runs|webhook_deliveries) t\b/s.test(text),
    );
    expect(statements.length).toBeGreaterThan(0);
    return statements;
  };
  it('the overview counts by indexes of what is open', async () => {
    // As `plannedForAll` sets them.
    const as = new URL(world.databaseUrl);
    as.searchParams.set('options', '-c enable_seqscan=off -c jit=off');
    const plans: string[] = [];
    for (const { text } of await statementsOf('/overview'))
      plans.push((await planOf({ databaseUrl: as.toString() }, ada, `explain (generic_plan) ${text}`)).join('\n'));
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (tasks|agent_runs|webhook_deliveries)\b/);
    for (const index of [
      ...['tasks_open', 'agent_runs_queued', 'agent_runs_failed'],
      ...['webhook_deliveries_pending', 'webhook_deliveries_retrying', 'webhook_deliveries_exhausted'],
    ])
      expect(plans.filter((plan) => plan.includes(`using ${index} `) || plan.includes(`on ${index} `))).toHaveLength(1);
  });

  it('the runs of all blueprints come from an index in their order', async () => {
    const { next_cursor } = (await ada.get('/agent-runs?limit=50')).body as { next_cursor: string };
    for (const query of ['', `&cursor=${next_cursor}`])
      for (const { text, values } of await statementsOf(`/agent-runs?limit=50${query}`))
        if (text.includes('order by t.created_at'))
          expect((await planOf(world, ada, `explain ${text}`, values)).join()).toMatch(/using agent_runs_by_age /);
  });
});
