import { needing } from '../core/use-case.js';
import { AgentRuns } from '../agents/runs/agent-runs.port.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedules } from './agent-schedules.port.js';

/** Its runs stay, and go on. No event of theirs says that they have lost it: its own deletion does. */
export class DeleteSchedule extends needing({ transaction: Transaction, schedules: AgentSchedules, runs: AgentRuns }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      // Locked first, so that no run is added to it any more.
      await this.schedules.lock(id);
      await this.runs.changeEach({ scheduleId: id }, (run) => run.leaveSchedule());
      await this.schedules.remove(id, (schedule) => schedule.delete());
    });
  }
}
