import { uses } from '../core/use-case.js';
import { AgentRuns } from '../agents/runs/agent-runs.port.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedules, ScheduleTicks } from './agent-schedules.port.js';

/** Its runs stay, and go on. That they belong to no schedule any more is told by its own event alone, by none of theirs. */
export class DeleteSchedule extends uses({
  transaction: Transaction,
  schedules: AgentSchedules,
  ticks: ScheduleTicks,
  runs: AgentRuns,
}) {
  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      // Locked first, so that it starts no more runs meanwhile.
      await this.schedules.lock(id);
      await this.runs.changeEach({ scheduleId: id }, (run) => run.leaveSchedule());
      await this.ticks.removeOf(id);
      await this.schedules.remove(id, (schedule) => schedule.delete());
    });
  }
}
