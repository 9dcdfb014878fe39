import { needing } from '../core/use-case.js';
import { inEachTenant } from '../core/scope.js';
import { AgentSchedules, type SchedulePlace } from './agent-schedules.port.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

const atOnce = 4;

/** Fires every schedule that is due, in every tenant; any number of workers may do so at once. */
export class FireSchedules extends needing({ schedules: AgentSchedules, scheduled: ScheduledRuns }) {
  /** One that fails keeps the others from nothing; its error comes out at the end. */
  async run(): Promise<void> {
    const fire = ({ id }: SchedulePlace) => this.scheduled.fire(id);
    await inEachTenant(await this.schedules.dueAcrossTenants(), fire, { atOnce });
  }
}
