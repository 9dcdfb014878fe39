import { needing } from '../core/use-case.js';
import { grantsOf } from '../agents/mandate.js';
import { Standings } from '../core/standings.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedules } from './agent-schedules.port.js';

/** Disables what works for a member, or by a key, that may have it work no longer. */
export class DisableOrphanedSchedules extends needing({
  transaction: Transaction,
  schedules: AgentSchedules,
  standings: Standings,
}) {
  /** Of a member or an API key something changed. Nobody takes a schedule over between judgement and change. */
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    await this.transaction.run(async () => {
      for (const schedule of await this.schedules.holdEnabledFor(resourceId)) {
        const lapse = await this.standings.lapseOf(grantsOf(schedule), 'agents', 'write');
        if (lapse) await this.schedules.change(schedule.id, (found) => found.disable(lapse));
      }
    });
  }
}
