import { Log } from '../../core/log.js';
import { withMarks } from '../../core/marks.js';
import { needing } from '../../core/use-case.js';
import { AgentTerms } from '../agent-terms.port.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { Claims } from './claims.port.js';
import { RunAttempt } from './run-attempt.service.js';

/** Works on a claimed run: keeps its lease alive, makes an attempt, and stores what it came to. */
export class RunWork extends needing({
  runs: AgentRuns,
  claims: Claims,
  attempt: RunAttempt,
  terms: AgentTerms,
  log: Log,
}) {
  on(run: AgentRun): Promise<void> {
    return withMarks({ run_id: run.id, blueprint: run.blueprint }, () => this.work(run));
  }

  private async work(run: AgentRun): Promise<void> {
    const { attempt } = run;
    const began = performance.now();
    this.log.tell('debug', 'an attempt begins', { attempt });
    let ended = run;
    try {
      const end = await this.attempt.make(run, this.claims.hold(run), (err) =>
        this.log.tell('error', 'something unexpected happened in an attempt', { err, attempt }),
      );
      ended = await this.runs.change(run.id, (stored) => {
        if (stored.isHeldBy(run.workerId)) end(stored, this.terms.platformFeeBps);
      });
    } finally {
      this.claims.release(run, ended);
    }
    const { status: outcome, failureCategory } = ended;
    const ms = Math.round(performance.now() - began);
    this.log.tell('info', 'an attempt has ended', { attempt, outcome, failure_category: failureCategory, ms });
  }
}
