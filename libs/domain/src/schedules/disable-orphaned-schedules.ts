import { needing } from '../core/use-case.js';
import { delegatorsOf } from '../agents/delegation.js';
import { Authorizations } from '../core/access/authorizations.js';
import { Transaction } from '../core/transaction.js';
import { AgentSchedules } from './agent-schedules.port.js';

/** Disables schedules of a member or API key that may no longer run them. */
export class DisableOrphanedSchedules extends needing({
  transaction: Transaction,
  schedules: AgentSchedules,
  authorizations: Authorizations,
}) {
  /** The id is that of the member or API key that changed. The schedules are locked, so that nobody takes one over meanwhile. */
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    await this.transaction.run(async () => {
      const held = await this.schedules.holdEnabledFor(resourceId);
      const denials = await this.authorizations.denialsOf(held.map(delegatorsOf), 'agents', 'write');
      for (const [index, schedule] of held.entries()) if (denials[index]) schedule.disable(denials[index]);
      await this.schedules.saveAll(held.filter((_, index) => denials[index]));
    });
  }
}
