import { inScope, systemScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduleFiring } from './schedule-firing.js';

const atOnce = 4;

/** Fires every schedule that is due, in every tenant; any number of workers may do so at once. */
export class FireSchedules {
  static needs = [Transaction, AgentSchedules, ScheduleFiring] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly schedules: AgentSchedules,
    private readonly firing: ScheduleFiring,
  ) {}

  /** One that fails keeps the others from nothing; its error comes out at the end. */
  async run(): Promise<void> {
    const due = (await this.schedules.dueAcrossTenants()).values();
    const failures: unknown[] = [];
    const fireOneByOne = async () => {
      for (const { tenantId, id } of due)
        await inScope(systemScope(tenantId), () => this.transaction.run(() => this.firing.fire(id))).catch(
          (error: unknown) => failures.push(error),
        );
    };
    await Promise.all(Array.from({ length: atOnce }, fireOneByOne));
    if (failures.length) throw failures[0];
  }
}
