import { grantsOf } from '../agents/mandate.js';
import { Standings } from '../core/standings.js';
import { Transaction } from '../core/transaction.js';
import type { AgentSchedule, ScheduleFields } from './agent-schedule.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduleAdmission } from './schedule-admission.js';

export class UpdateSchedule {
  static needs = [Transaction, AgentSchedules, ScheduleAdmission, Standings] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly schedules: AgentSchedules,
    private readonly admission: ScheduleAdmission,
    private readonly standings: Standings,
  ) {}

  run({ id, ...fields }: ScheduleFields & { id: string }): Promise<AgentSchedule> {
    return this.transaction.run(async () => {
      const locked = await this.schedules.change(id, () => undefined);
      const lapse = await this.standings.lapseOf(grantsOf(locked), 'agents', 'write');
      return this.schedules.change(id, (schedule) => {
        schedule.update(fields, lapse, this.admission.faultsOf(fields.blueprint ?? schedule.blueprint));
        this.admission.check(schedule);
      });
    });
  }
}
