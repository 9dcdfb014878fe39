import { Blueprints } from '../agents/blueprints.port.js';
import { grantsOf } from '../agents/mandate.js';
import { Standings } from '../core/standings.js';
import type { AgentSchedule, Firing } from './agent-schedule.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduleTick } from './schedule-tick.js';
import { ScheduleTicks } from './schedule-ticks.port.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

/** Fires one schedule that is due: run, ticks and next time are stored together or not at all. */
export class ScheduleFiring {
  static needs = [AgentSchedules, ScheduleTicks, ScheduledRuns, Blueprints, Standings] as const;

  constructor(
    private readonly schedules: AgentSchedules,
    private readonly ticks: ScheduleTicks,
    private readonly scheduled: ScheduledRuns,
    private readonly blueprints: Blueprints,
    private readonly standings: Standings,
  ) {}

  async fire(id: string): Promise<void> {
    let firing: Firing = { newest: null, missed: [] };
    const schedule = await this.schedules.changeDue(id, (due, now) => void (firing = due.advance(now)));
    if (!schedule) return;
    await this.ticks.addAll(firing.missed.map((at) => new ScheduleTick(id, at, 'missed')));
    if (firing.newest) await this.start(schedule, firing.newest);
  }

  private async start(schedule: AgentSchedule, at: Date): Promise<void> {
    const blueprint = this.blueprints.find(schedule.blueprint);
    const lapse = await this.standings.lapseOf(grantsOf(schedule), 'agents', 'write');
    const reason = lapse ?? (blueprint ? null : 'blueprint_unavailable');
    if (reason) await this.schedules.change(schedule.id, (found) => found.disable(reason));
    else if (await this.scheduled.isBusy(schedule))
      await this.ticks.addAll([new ScheduleTick(schedule.id, at, 'skipped_overlap')]);
    else await this.scheduled.enqueue(schedule, blueprint!, at);
  }
}
