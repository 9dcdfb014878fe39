import { needing } from '../core/use-case.js';
import { inEachTenant, inTenant } from '../core/scope.js';
import { Tenants } from '../tenants/tenants.port.js';
import { DueTasks, type TaskPlace } from './due-tasks.port.js';

/** Finds anew when the successors of late tasks would be due, in every tenant; any number of workers may do so at once. */
export class RollOccurrences extends needing({ dueTasks: DueTasks, tenants: Tenants }) {
  /** One that fails keeps the others from nothing; its error comes out at the end. */
  async run(): Promise<void> {
    await inEachTenant(await this.dueTasks.overtakenAcrossTenants(), (place) => this.roll(place));
  }

  private async roll({ tenantId, id }: TaskPlace): Promise<void> {
    const { timezone } = await this.tenants.one(tenantId);
    const change = () => this.dueTasks.changeOvertaken(id, (task) => task.expectNext());
    await inTenant(tenantId, change, { timezone });
  }
}
