import { uses } from '../core/use-case.js';
import { AgentRuns } from '../agents/runs/agent-runs.port.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedules, ScheduleTicks } from './agent-schedules.port.js';

/** Counts the outcome of a run for its schedule, once. */
export class CountScheduleOutcome extends uses({
  transaction: Transaction,
  runs: AgentRuns,
  ticks: ScheduleTicks,
  schedules: AgentSchedules,
}) {
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    const run = await this.runs.find(resourceId);
    const scheduleId = run?.scheduleId;
    if (!scheduleId) return;
    await this.transaction.run(async () => {
      // Lock order: the schedule first, as in its deletion.
      const schedule = await this.schedules.lockIfThere(scheduleId);
      const tick = await this.ticks.lockOfRun(run.id);
      if (!schedule || !tick || tick.isConcluded) return;
      tick.conclude(run.status);
      schedule.count(run);
      await this.ticks.saveAll([tick]);
      await this.schedules.saveAll([schedule]);
    });
  }
}
