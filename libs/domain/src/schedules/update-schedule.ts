import type { AgentSchedule, ScheduleFields } from './agent-schedule.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduleAdmission } from './schedule-admission.js';

export class UpdateSchedule {
  static needs = [AgentSchedules, ScheduleAdmission] as const;

  constructor(
    private readonly schedules: AgentSchedules,
    private readonly admission: ScheduleAdmission,
  ) {}

  run({ id, ...fields }: ScheduleFields & { id: string }): Promise<AgentSchedule> {
    return this.schedules.change(id, (schedule) => {
      schedule.update(fields);
      this.admission.check(schedule);
    });
  }
}
