import { uses } from '../core/use-case.js';
import { Blueprints } from '../agents/blueprints.service.js';
import type { Rendered } from '../core/page.js';
import { Transaction } from '../core/transaction.js';
import type { AgentSchedule } from './agent-schedule.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

/** Starts an extra run now, even while the schedule is disabled, also on behalf of the caller. */
export class TriggerSchedule extends uses({
  transaction: Transaction,
  schedules: AgentSchedules,
  blueprints: Blueprints,
  scheduled: ScheduledRuns,
}) {
  run({ id }: { id: string }): Promise<Rendered<AgentSchedule>> {
    return this.transaction.run(async () => {
      const schedule = await this.schedules.lock(id);
      schedule.mustNotBeOrphaned();
      const { blueprint } = await this.blueprints.admitRun(schedule.runRequest);
      await this.scheduled.trigger(schedule, blueprint);
      return this.schedules.read(id);
    });
  }
}
