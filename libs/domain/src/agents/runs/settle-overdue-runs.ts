import { needing } from '../../core/use-case.js';
import { inEachTenant } from '../../core/scope.js';
import { AgentRuns } from './agent-runs.port.js';
import { AgentTerms } from '../agent-terms.port.js';
import { RunSweeps } from './run-sweeps.port.js';

const mostAtOnce = 200;

/** Ends or requeues, in every tenant, the runs of vanished workers and those that nobody claimed before their deadline. */
export class SettleOverdueRuns extends needing({ runs: AgentRuns, sweeps: RunSweeps, terms: AgentTerms }) {
  /** One that cannot be settled now does not stop the others; the next sweep tries it again. */
  async run(): Promise<void> {
    for (let settled = mostAtOnce; settled === mostAtOnce;) settled = await this.settleSome();
  }

  private async settleSome(): Promise<number> {
    let settled = 0;
    await inEachTenant(await this.sweeps.overdueAcrossTenants(mostAtOnce), async ({ id, now }) => {
      if (await this.runs.changeUnlocked(id, (run) => run.settleOverdue(now, this.terms.platformFeeBps))) settled++;
    });
    return settled;
  }
}
