import { uses } from '../core/use-case.js';
import { AgentTerms } from '../agents/agent-terms.port.js';
import { currentDelegation } from '../agents/delegation.js';
import { Blueprints } from '../agents/blueprints.service.js';
import { conflict } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedule } from './agent-schedule.js';
import { AgentSchedules } from './agent-schedules.port.js';
import type { ScheduleFields } from './schedule-fields.js';

export class CreateSchedule extends uses({
  transaction: Transaction,
  schedules: AgentSchedules,
  blueprints: Blueprints,
  terms: AgentTerms,
}) {
  run(fields: ScheduleFields & { blueprint: string; cronExpression: string }): Promise<AgentSchedule> {
    return this.transaction.run(async () => {
      const timezone = fields.timezone ?? currentScope().timezone;
      const faults = this.blueprints.faultsOf(fields.blueprint);
      const schedule = new AgentSchedule({ ...fields, timezone }, currentDelegation(), faults);
      await this.blueprints.admitRun(schedule.runRequest);
      const limit = this.terms.schedulesPerTenant;
      if ((await this.schedules.lockCount()) >= limit)
        throw conflict('too_many_schedules', `A tenant has at most ${limit} schedules.`, { limit });
      return this.schedules.add(schedule);
    });
  }
}
