import { uses } from '../core/use-case.js';
import { inEachTenant } from '../core/scope.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

/** Concurrent tenants, so that one process keeps few connections busy, each of which must first plan the statements. */
const atOnce = 4;

/** Fires all due schedules of every tenant; safe under concurrency. */
export class FireSchedules extends uses({ schedules: AgentSchedules, scheduled: ScheduledRuns }) {
  async run(): Promise<void> {
    const due = await this.schedules.dueAcrossTenants();
    await inEachTenant(due, (batch) => this.scheduled.fire(batch), { atOnce });
  }
}
