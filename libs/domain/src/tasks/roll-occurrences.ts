import { inScope, systemScope } from '../core/scope.js';
import { Tenants } from '../tenants/tenants.port.js';
import { DueTasks, type TaskPlace } from './due-tasks.port.js';

/** Finds anew when the successors of late tasks would be due, in every tenant; any number of workers may do so at once. */
export class RollOccurrences {
  static needs = [DueTasks, Tenants] as const;

  constructor(
    private readonly dueTasks: DueTasks,
    private readonly tenants: Tenants,
  ) {}

  /** One that fails keeps the others from nothing; its error comes out at the end. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const place of await this.dueTasks.overtakenAcrossTenants())
      await this.roll(place).catch((error: unknown) => failures.push(error));
    if (failures.length) throw failures[0];
  }

  private async roll({ tenantId, id }: TaskPlace): Promise<void> {
    const { timezone } = await inScope(systemScope(tenantId), () => this.tenants.one(tenantId));
    const scope = systemScope(tenantId, { timezone });
    await inScope(scope, () => this.dueTasks.changeOvertaken(id, (task) => task.expectNext()));
  }
}
