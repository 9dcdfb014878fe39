import { needing } from '../core/use-case.js';
import { currentMandate } from '../agents/mandate.js';
import { RunAdmission } from '../agents/runs/run-admission.service.js';
import { currentScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedule, type ScheduleFields } from './agent-schedule.js';
import { AgentSchedules } from './agent-schedules.port.js';

export class CreateSchedule extends needing({
  transaction: Transaction,
  schedules: AgentSchedules,
  admission: RunAdmission,
}) {
  run(fields: ScheduleFields & { blueprint: string; cronExpression: string }): Promise<AgentSchedule> {
    return this.transaction.run(async () => {
      const timezone = fields.timezone ?? currentScope().timezone;
      const faults = this.admission.faultsOf(fields.blueprint);
      const schedule = new AgentSchedule({ ...fields, timezone }, currentMandate(), faults);
      this.admission.admit(schedule.asked);
      await this.schedules.mustHaveRoom();
      return this.schedules.add(schedule);
    });
  }
}
