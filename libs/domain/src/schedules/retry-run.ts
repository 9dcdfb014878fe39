import { AgentRun } from '../agents/runs/agent-run.js';
import { AgentRuns } from '../agents/runs/agent-runs.port.js';
import { Blueprints } from '../agents/blueprints.service.js';
import { Transaction } from '../core/transaction.js';
import { uses } from '../core/use-case.js';
import { AgentSchedules } from './agent-schedules.port.js';

/** Repeats a failed run as a new one, since runs never leave a final state, with its schedule if that still exists. */
export class RetryRun extends uses({
  transaction: Transaction,
  runs: AgentRuns,
  schedules: AgentSchedules,
  blueprints: Blueprints,
}) {
  run({ resourceId }: { resourceId: string }): Promise<AgentRun> {
    return this.transaction.run(async () => {
      const failed = await this.runs.one(resourceId);
      failed.mustBe('failed');
      const { input, budgetUsdCents } = failed;
      const schedule = failed.scheduleId === null ? undefined : await this.schedules.lockShared(failed.scheduleId);
      const request = { blueprint: failed.blueprint, input, budgetUsdCents, model: failed.model, at: '/input' };
      const { blueprint, model } = await this.blueprints.admitRun(request);
      const own = { scheduleId: schedule?.id ?? null, deadlineSeconds: failed.secondsAllowed };
      return this.runs.add(new AgentRun(blueprint, { input, budgetUsdCents, model, ...own }, failed));
    });
  }
}
