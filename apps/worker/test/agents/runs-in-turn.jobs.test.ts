import { expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { useWorld } from '@tandem/testing/world';

const backlog = 2000;
const runsPerTenant = 4;

/** More runs like one of the tenant, with their events, as the same number of requests would leave them. */
const queueMore = `with made as (
    insert into agent_runs (tenant_id, id, blueprint, status, input, run_at,
      cost_micro_usd, platform_fee_cents, attempt,
      consecutive_failures, lost_in_row, rights, member_id, created_at, updated_at)
    select tenant_id, gen_random_uuid(), blueprint, 'queued', input,
      now() - make_interval(secs => $2::int - n), 0, 0, 0, 0, 0, rights,
      member_id, now() - interval '1 hour' - make_interval(secs => n / 1000.0), now()
    from agent_runs r, generate_series(1, $2::int) n where r.id = $1
    returning tenant_id, id)
  insert into events (tenant_id, id, type, is_public, resource_type, resource_id,
    actor_type, actor_id, channels, metadata, data, created_at)
  select tenant_id, gen_random_uuid(), 'agent_run.queued', true, 'agent_run', id,
    'system', 'system', '{agents}', '{}', '{}', now() from made`;
const started = `select id from agent_runs where tenant_id = $1 and started_at is not null order by run_at`;
const first = `select id from agent_runs where tenant_id = $1 order by run_at limit $2`;

describeEachBackend('runs take turns by tenant', (backend) => {
  const settings = { RUNS_PER_TENANT: String(runsPerTenant) };
  const { ada, other, asOwner } = useWorld({ backend, settings, workers: 2 });

  it(`runs of one tenant start beside ${backlog} queued of another, whose next starts when one ends`, async () => {
    const one = { input: { delay_ms: 600_000 }, run_at: new Date(Date.now() + 3_600_000) };
    await asOwner(queueMore, [(await ada.post('/agents/echo/runs', one)).body.id, backlog]);
    const ids: string[] = [];
    for (let count = 0; count < 3 * runsPerTenant; count++)
      ids.push((await other.post('/agents/echo/runs', { input: {} })).body.id);
    for (const id of ids)
      await eventually(async () =>
        expect((await other.get(`/agents/echo/runs/${id}`)).body).toMatchObject({ status: 'succeeded', attempt: 1 }),
      );
    const expectStarted = (count: number) =>
      eventually(async () => {
        const [found, expected] = [await asOwner(started, [ada.tenantId]), await asOwner(first, [ada.tenantId, count])];
        expect(found).toEqual(expected);
        return found;
      });
    const running = await expectStarted(runsPerTenant);
    for (const { id } of running.slice(0, 2)) await ada.post(`/agents/echo/runs/${id as string}/cancel`);
    await expectStarted(runsPerTenant + 2);
  });
});
