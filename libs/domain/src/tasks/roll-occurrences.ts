import { needing } from '../core/use-case.js';
import { inEachTenant, inTimezone, type Place } from '../core/scope.js';
import { Tenants } from '../tenants/tenants.port.js';
import { Tasks } from './tasks.port.js';

/** Recomputes next_occurrence of late tasks, in every tenant; any number of workers may do so at once. */
export class RollOccurrences extends needing({ tasks: Tasks, tenants: Tenants }) {
  async run(): Promise<void> {
    await inEachTenant(await this.tasks.dueAcrossTenants('nextOccurrence'), (place) => this.roll(place));
  }

  private async roll({ id }: Place): Promise<void> {
    const { timezone } = await this.tenants.current();
    await inTimezone(timezone, () => this.tasks.changeOccurrence(id, (task) => task.rollOccurrence()));
  }
}
