import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { SettleOverdueRuns } from '@tandem/domain/agents/runs/settle-overdue-runs';
import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { useWorld } from '@tandem/testing/world';

describe('runs that nobody came to', () => {
  const world = useWorld({ anew: 'world' });
  const { tenant, asOwner } = world;

  afterEach(async () => {
    jest.restoreAllMocks();
  });

  it('are settled though one of them cannot be, whose error comes out at the end', async () => {
    const ada = await tenant();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push((await ada.post('/agents/echo/runs', { input: {} })).body.id);
    await asOwner(`update agent_runs set deadline_at = now() - interval '1 second'`, []);
    const settleOverdue = AgentRun.prototype.settleOverdue;
    jest.spyOn(AgentRun.prototype, 'settleOverdue').mockImplementation(function (this: AgentRun, now, feeBps) {
      if (this.id === ids[0]) throw new Error('this run cannot be settled');
      settleOverdue.call(this, now, feeBps);
    });
    const settling = inScope(systemScope(noTenant), () => world.api.container.get(SettleOverdueRuns).run());
    await expect(settling).rejects.toThrow('this run cannot be settled');
    const statuses = ids.map(async (id) => (await ada.get(`/agents/echo/runs/${id}`)).body.status);
    expect(await Promise.all(statuses)).toEqual(['queued', 'failed', 'failed']);
  });
});
