import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { newId } from '../../core/id.js';
import { inEachTenant } from '../../core/scope.js';
import { AgentTerms } from '../agent-terms.port.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { Claims } from './claims.port.js';
import { RunAttempt } from './run-attempt.service.js';

const soonMillis = 20;

/** Claims the tenant's due runs, as many as it may have running and the longest waiting first, and works on them side by side. */
export class ExecuteRuns extends needing({ runs: AgentRuns, claims: Claims, attempt: RunAttempt, terms: AgentTerms }) {
  async run(): Promise<Next | undefined> {
    const { runsPerTenant, leaseSeconds } = this.terms;
    const claimed = await this.runs.changeDue(runsPerTenant, (run, now) => run.start(newId(), now, leaseSeconds));
    // Whoever is claiming just now may have overlooked the newest.
    if (!claimed) return new Next('ExecuteRuns', {}, new Date(Date.now() + soonMillis));
    await inEachTenant(claimed, (run) => this.work(run), { atOnce: claimed.length });
    const { canStart } = await this.runs.prospect(runsPerTenant);
    return canStart ? new Next('ExecuteRuns', {}, new Date()) : undefined;
  }

  private async work(run: AgentRun): Promise<void> {
    let ended = run;
    try {
      const end = await this.attempt.make(run, this.claims.hold(run));
      ended = await this.runs.change(run.id, (stored) => {
        if (stored.isHeldBy(run.workerId)) end(stored, this.terms.platformFeeBps);
      });
    } finally {
      this.claims.release(run, ended);
    }
  }
}
