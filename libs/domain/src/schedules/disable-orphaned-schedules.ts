import { uses } from '../core/use-case.js';
import { delegatorsOf } from '../agents/delegation.js';
import { Authorizations } from '../core/access/authorizations.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedules } from './agent-schedules.port.js';

/** Disables schedules whose member or API key may no longer run them. */
export class DisableOrphanedSchedules extends uses({
  transaction: Transaction,
  schedules: AgentSchedules,
  authorizations: Authorizations,
}) {
  /** `resourceId` is the changed member or API key. The locks prevent a concurrent takeover. */
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    await this.transaction.run(async () => {
      const enabled = await this.schedules.lockEnabledFor(resourceId);
      const denials = await this.authorizations.denialsOf(enabled.map(delegatorsOf), 'agents', 'write');
      for (const [index, schedule] of enabled.entries()) if (denials[index]) schedule.disable(denials[index]);
      await this.schedules.saveAll(enabled.filter((_, index) => denials[index]));
    });
  }
}
