import { expect, it } from '@jest/globals';
import { newId } from '../../core/id.js';
import { Log } from '../../core/telemetry/log.js';
import type { AgentRun } from './agent-run.js';
import { SettleOverdueRuns } from './settle-overdue-runs.js';

it.each([
  ['looks for more at once where all it found were settled', true, 2],
  ['waits for the next sweep where those it found are overdue no more', false, 1],
])('settling overdue runs %s', async (_, isOverdue, looks) => {
  let looked = 0;
  const found = Array.from({ length: 200 }, () => ({ tenantId: newId(), id: newId(), now: new Date() }));
  const sweeps = { overdueAcrossTenants: async () => (++looked < (isOverdue ? 2 : 5) ? found : []) };
  const runs = {
    changeIfUnlocked: async (_id: string, rule: (run: AgentRun) => void) => {
      const run = { settleOverdue: () => isOverdue } as unknown as AgentRun;
      rule(run);
      return run;
    },
  };
  const settling = new SettleOverdueRuns(runs, sweeps, { platformFeeBps: 0 }, new Log());
  await settling.run();
  expect(looked).toBe(looks);
});
