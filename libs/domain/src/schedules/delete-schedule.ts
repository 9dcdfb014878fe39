import { uses } from '../core/use-case.js';
import { AgentRuns } from '../agents/runs/agent-runs.port.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedules, ScheduleTicks } from './agent-schedules.port.js';

/** Its runs continue. They lose their schedule without events of their own. */
export class DeleteSchedule extends uses({
  transaction: Transaction,
  schedules: AgentSchedules,
  ticks: ScheduleTicks,
  runs: AgentRuns,
}) {
  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      // Locked first, so that it cannot start more runs.
      await this.schedules.lock(id);
      await this.runs.changeEach({ scheduleId: id }, (run) => run.leaveSchedule());
      await this.ticks.removeOf(id);
      await this.schedules.remove(id, (schedule) => schedule.delete());
    });
  }
}
