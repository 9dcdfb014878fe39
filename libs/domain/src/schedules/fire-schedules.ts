import { needing } from '../core/use-case.js';
import { inEachTenant } from '../core/scope.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

/** Tenants fired at a time: the runs that start meanwhile work in the same process, and fewer would be slowed down by them. */
const atOnce = 8;

/** Fires every schedule that is due, in every tenant; any number of workers may do so at once. */
export class FireSchedules extends needing({ schedules: AgentSchedules, scheduled: ScheduledRuns }) {
  async run(): Promise<void> {
    const due = await this.schedules.dueAcrossTenants();
    await inEachTenant(due, (batch) => this.scheduled.fire(batch), { atOnce });
  }
}
