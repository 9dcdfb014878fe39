import { needing } from '../../core/use-case.js';
import { AgentTerms } from '../agent-terms.port.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { Claims } from './claims.port.js';
import { RunAttempt } from './run-attempt.service.js';

/** Works on a claimed run: keeps its lease alive, makes an attempt, and stores what it came to. */
export class RunWork extends needing({ runs: AgentRuns, claims: Claims, attempt: RunAttempt, terms: AgentTerms }) {
  async on(run: AgentRun): Promise<void> {
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
