import { needing } from '../../core/use-case.js';
import { inEachTenant } from '../../core/scope.js';
import { AgentRuns } from './agent-runs.port.js';
import { AgentTerms } from '../agent-terms.port.js';

/** Settles, in every tenant, the runs that vanished workers left behind and those that nobody came to before their deadline. */
export class SettleOverdueRuns extends needing({ runs: AgentRuns, terms: AgentTerms }) {
  /** One that cannot be settled now keeps no other from it; the next look comes back to it. */
  async run(): Promise<void> {
    const overdue = await this.runs.overdueAcrossTenants();
    await inEachTenant(overdue, ({ id }) =>
      this.runs.changeOverdue(id, (run) => run.settleOverdue(this.terms.platformFeeBps)),
    );
  }
}
