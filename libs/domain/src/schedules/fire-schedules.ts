import { uses } from '../core/use-case.js';
import { inEachTenant } from '../core/scope.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

/** Tenants fired at a time: one process keeps no more connections busy, and each has to be opened and to plan the statements first. */
const atOnce = 4;

/** Fires every schedule that is due, in every tenant; any number of workers may do so at once. */
export class FireSchedules extends uses({ schedules: AgentSchedules, scheduled: ScheduledRuns }) {
  async run(): Promise<void> {
    const due = await this.schedules.dueAcrossTenants();
    await inEachTenant(due, (batch) => this.scheduled.fire(batch), { atOnce });
  }
}
