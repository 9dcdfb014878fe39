import { uses } from '../core/use-case.js';
import { delegatorsOf } from '../agents/delegation.js';
import { Blueprints } from '../agents/blueprints.service.js';
import { Authorizations } from '../core/access/authorizations.js';
import type { Rendered } from '../core/page.js';
import { Transaction } from '../core/transaction.js';
import type { AgentSchedule } from './agent-schedule.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { onlyStops, type ScheduleFields } from './schedule-fields.js';

export class UpdateSchedule extends uses({
  transaction: Transaction,
  schedules: AgentSchedules,
  blueprints: Blueprints,
  authorizations: Authorizations,
}) {
  run({ id, ...fields }: ScheduleFields & { id: string }): Promise<Rendered<AgentSchedule>> {
    return this.transaction.run(async () => {
      const locked = await this.schedules.lock(id);
      const denial = await this.authorizations.denialOf(delegatorsOf(locked), 'agents', 'write');
      // A schedule can be stopped even if its blueprint is gone.
      const isCheckless = onlyStops(fields);
      const faults = isCheckless ? undefined : this.blueprints.faultsOf(fields.blueprint ?? locked.blueprint);
      const changed = await this.schedules.change(id, (schedule) => schedule.update(fields, denial, faults));
      if (!isCheckless) await this.blueprints.admitRun({ ...changed.runRequest, isLater: !changed.enabled });
      return this.schedules.read(id);
    });
  }
}
