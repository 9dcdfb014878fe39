import { needing } from '../../core/use-case.js';
import { inEachTenant } from '../../core/scope.js';
import { AgentRuns } from './agent-runs.port.js';
import { AgentTerms } from '../agent-terms.port.js';

/** Ends or requeues, in every tenant, the runs of vanished workers and those that nobody claimed before their deadline. */
export class SettleOverdueRuns extends needing({ runs: AgentRuns, terms: AgentTerms }) {
  /** One that cannot be settled now does not stop the others; the next sweep tries it again. */
  async run(): Promise<void> {
    const overdue = await this.runs.overdueAcrossTenants();
    await inEachTenant(overdue, ({ id, now }) =>
      this.runs.changeUnlocked(id, (run) => run.settleOverdue(now, this.terms.platformFeeBps)),
    );
  }
}
