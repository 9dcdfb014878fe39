import { needing } from '../core/use-case.js';
import { AgentRuns } from '../agents/runs/agent-runs.port.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedules, ScheduleTicks } from './agent-schedules.port.js';

/** Tells a schedule how its run ended, once. */
export class CountScheduleOutcome extends needing({
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
      let isFirst = false;
      await this.ticks.changeOfRun(run.id, (tick) => void (isFirst = tick.settle(run.status)));
      if (isFirst) await this.schedules.change(scheduleId, (schedule) => schedule.count(run));
    });
  }
}
