import { goThrough } from '../core/go-through.js';
import { inScope, systemScope } from '../core/scope.js';
import { AgentSchedules, type SchedulePlace } from './agent-schedules.port.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

const atOnce = 4;

/** Fires every schedule that is due, in every tenant; any number of workers may do so at once. */
export class FireSchedules {
  static needs = [AgentSchedules, ScheduledRuns] as const;

  constructor(
    private readonly schedules: AgentSchedules,
    private readonly scheduled: ScheduledRuns,
  ) {}

  /** One that fails keeps the others from nothing; its error comes out at the end. */
  async run(): Promise<void> {
    const fire = ({ tenantId, id }: SchedulePlace) => inScope(systemScope(tenantId), () => this.scheduled.fire(id));
    await goThrough(await this.schedules.dueAcrossTenants(), fire, { atOnce });
  }
}
