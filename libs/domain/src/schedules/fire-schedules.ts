import { needing } from '../core/use-case.js';
import { inEachTenant } from '../core/scope.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

/** So many that the runs it starts, which begin meanwhile, do not hold it up. */
const atOnce = 8;

/** Fires every schedule that is due, in every tenant; any number of workers may do so at once. */
export class FireSchedules extends needing({ schedules: AgentSchedules, scheduled: ScheduledRuns }) {
  async run(): Promise<void> {
    const due = await this.schedules.dueAcrossTenants();
    await inEachTenant(due, (batch) => this.scheduled.fire(batch), { atOnce });
  }
}
