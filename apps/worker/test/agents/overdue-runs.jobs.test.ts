import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { RunSweeps } from '@tandem/domain/agents/runs/run-sweeps.port';
import { SettleOverdueRuns } from '@tandem/domain/agents/runs/settle-overdue-runs';
import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { useWorld } from '@tandem/testing/world';

const queueOverdue = `insert into agent_runs (tenant_id, id, blueprint, status, input, run_at, deadline_at,
    cost_micro_usd, platform_fee_cents, attempt, consecutive_failures, lost_in_row, rights, created_at, updated_at)
  select $1, gen_random_uuid(), 'echo', 'queued', '{}', now(), now(), 0, 0, 0, 0, 0, '{}',
    now() - make_interval(secs => n / 1000.0), now() from generate_series(1, $2::int) n`;

describe('runs that no worker started in time', () => {
  const world = useWorld({ fresh: 'world' });
  const { tenant, asOwner } = world;

  afterEach(async () => {
    jest.restoreAllMocks();
  });

  const settle = () => inScope(systemScope(noTenant), () => world.api.container.get(SettleOverdueRuns).run());

  it('are settled in one sweep, however many; it ends once those it found are no longer overdue', async () => {
    const { tenantId } = await tenant();
    await asOwner(queueOverdue, [tenantId, 201]);
    const looks = jest.spyOn(world.api.container.get(RunSweeps), 'overdueAcrossTenants');
    await settle();
    const statuses = 'select status, count(*)::int as count from agent_runs group by status';
    expect(await asOwner(statuses)).toEqual([{ status: 'failed', count: 201 }]);
    expect(looks).toHaveBeenCalledTimes(2);
    const found = looks.mock.results[0]!.value as ReturnType<RunSweeps['overdueAcrossTenants']>;
    expect(await found).toHaveLength(200);
    looks.mockClear().mockReturnValue(found);
    await settle();
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('are settled even if one cannot be, whose error is thrown at the end', async () => {
    const ada = await tenant();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push((await ada.post('/agents/echo/runs', { input: {} })).body.id);
    await asOwner(`update agent_runs set deadline_at = now() - interval '1 second'`, []);
    const settleOverdue = AgentRun.prototype.settleOverdue;
    jest.spyOn(AgentRun.prototype, 'settleOverdue').mockImplementation(function (this: AgentRun, now, feeBps) {
      if (this.id === ids[0]) throw new Error('this run cannot be settled');
      return settleOverdue.call(this, now, feeBps);
    });
    await expect(settle()).rejects.toThrow('this run cannot be settled');
    const statuses = ids.map(async (id) => (await ada.get(`/agents/echo/runs/${id}`)).body.status);
    expect(await Promise.all(statuses)).toEqual(['queued', 'failed', 'failed']);
  });
});
