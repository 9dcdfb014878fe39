import { uses } from '../core/use-case.js';
import { inEachTenant, inTimezone, type TenantRecord } from '../core/scope.js';
import { Tenants } from '../tenants/tenants.port.js';
import { Tasks } from './tasks.port.js';

/** Recomputes next_occurrence of late tasks, in every tenant; any number of workers may do so at once. */
export class RollOccurrences extends uses({ tasks: Tasks, tenants: Tenants }) {
  async run(): Promise<void> {
    await inEachTenant(await this.tasks.dueAcrossTenants('nextOccurrence'), (place) => this.roll(place));
  }

  private async roll({ id }: TenantRecord): Promise<void> {
    const { timezone } = await this.tenants.current();
    await inTimezone(timezone, () => this.tasks.changeOccurrence(id, (task) => task.rollOccurrence()));
  }
}
