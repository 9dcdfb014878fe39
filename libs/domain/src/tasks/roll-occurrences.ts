import { uses } from '../core/use-case.js';
import { inEachTenant, inTimezone, type TenantRecord } from '../core/scope.js';
import { Tenants } from '../tenants/tenants.port.js';
import { Tasks } from './tasks.port.js';

/** Recomputes `next_occurrence` of overdue tasks in every tenant; safe under concurrency. */
export class RollOccurrences extends uses({ tasks: Tasks, tenants: Tenants }) {
  async run(): Promise<void> {
    await inEachTenant(await this.tasks.dueAcrossTenants('nextOccurrence'), (record) => this.roll(record));
  }

  private async roll({ id }: TenantRecord): Promise<void> {
    const { timezone } = await this.tenants.current();
    await inTimezone(timezone, () => this.tasks.changeOccurrence(id, (task) => task.rollOccurrence()));
  }
}
