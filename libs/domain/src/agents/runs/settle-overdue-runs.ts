import { Log } from '../../core/telemetry/log.js';
import { needing } from '../../core/use-case.js';
import { inEachTenant } from '../../core/scope.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { AgentTerms } from '../agent-terms.port.js';
import { RunSweeps } from './run-sweeps.port.js';

const mostAtOnce = 200;

/** Ends or requeues, in every tenant, the runs of vanished workers and those that nobody claimed before their deadline. */
export class SettleOverdueRuns extends needing({ runs: AgentRuns, sweeps: RunSweeps, terms: AgentTerms, log: Log }) {
  /** One that cannot be settled now does not stop the others; the next sweep tries it again. */
  async run(): Promise<void> {
    for (let settled = mostAtOnce; settled === mostAtOnce;) settled = await this.settleSome();
  }

  private async settleSome(): Promise<number> {
    let settled = 0;
    await inEachTenant(await this.sweeps.overdueAcrossTenants(mostAtOnce), async ({ id, now }) => {
      let isOverdue = false;
      const run = await this.runs.changeIfUnlocked(id, (one) => {
        isOverdue = one.settleOverdue(now, this.terms.platformFeeBps);
      });
      if (!run || !isOverdue) return;
      settled++;
      this.tell(run);
    });
    return settled;
  }

  private tell({ id, blueprint, attempt, status: outcome, failureCategory }: AgentRun): void {
    const facts = { run_id: id, blueprint, attempt, outcome, failure_category: failureCategory };
    this.log.tell('info', 'a run had lost its worker or missed its deadline', facts);
  }
}
