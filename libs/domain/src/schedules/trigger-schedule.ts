import { needing } from '../core/use-case.js';
import { RunAdmission } from '../agents/runs/run-admission.service.js';
import type { AgentSchedule } from './agent-schedule.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

/** Starts a run now, beside the schedule's own times and even while it is disabled; it works on behalf of the caller too. */
export class TriggerSchedule extends needing({
  schedules: AgentSchedules,
  admission: RunAdmission,
  scheduled: ScheduledRuns,
}) {
  async run({ id }: { id: string }): Promise<AgentSchedule> {
    const schedule = await this.schedules.one(id);
    schedule.mustNotBeOrphaned();
    return this.scheduled.trigger(schedule, this.admission.admit(schedule.asked), besideItsTimes());
  }
}

/** Now, but not a whole minute: the tick of the cron expression may have that time. */
function besideItsTimes(): Date {
  const now = Date.now();
  return new Date(now % 60_000 === 0 ? now + 1 : now);
}
