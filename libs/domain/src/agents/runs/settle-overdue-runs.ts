import { Log } from '../../core/telemetry/log.js';
import { uses } from '../../core/use-case.js';
import { inEachTenant } from '../../core/scope.js';
import { AgentRuns } from './agent-runs.port.js';
import { AgentTerms } from '../agent-terms.port.js';
import { RunSweeps } from './run-sweeps.port.js';

const maxAtOnce = 200;

/** Ends or requeues runs of lost workers, and ends runs whose deadline passed in the queue, in every tenant. */
export class SettleOverdueRuns extends uses({ runs: AgentRuns, sweeps: RunSweeps, terms: AgentTerms, log: Log }) {
  /** A run that cannot be settled does not stop the others; the next sweep retries it. */
  async run(): Promise<void> {
    for (let settled = maxAtOnce; settled === maxAtOnce;) {
      const overdue = await this.sweeps.overdueAcrossTenants(maxAtOnce);
      settled = (await inEachTenant(overdue, (one) => this.settle(one))).filter(Boolean).length;
    }
  }

  /** False when the run is no longer overdue or another transaction holds its lock. */
  private async settle({ id, now }: { id: string; now: Date }): Promise<boolean> {
    let isOverdue = false;
    const run = await this.runs.changeIfUnlocked(id, (one) => {
      isOverdue = one.settleOverdue(now, this.terms.platformFeeBps);
    });
    if (!run || !isOverdue) return false;
    const { blueprint, attempt, status: outcome, failureCategory: failure_category } = run;
    const facts = { run_id: id, blueprint, attempt, outcome, failure_category };
    this.log.write('info', 'a run lost its worker or missed its deadline', facts);
    return true;
  }
}
