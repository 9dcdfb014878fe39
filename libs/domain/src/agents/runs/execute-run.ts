import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { newId } from '../../core/id.js';
import { AgentTerms } from '../agent-terms.port.js';
import { AgentRuns } from './agent-runs.port.js';
import { Claims } from './claims.port.js';
import { RunAttempt } from './run-attempt.service.js';

/** Claims a queued run, works on it, and answers which runs of the tenant to wake next. */
export class ExecuteRun extends needing({ runs: AgentRuns, claims: Claims, attempt: RunAttempt, terms: AgentTerms }) {
  async run({ resourceId }: { resourceId: string }): Promise<Next | Next[] | undefined> {
    const { runsPerTenant, leaseSeconds, platformFeeBps } = this.terms;
    const claim = newId();
    const run = await this.runs.changeQueued(resourceId, (queued, { running, now }) => {
      if (queued.isDue(now) && running < runsPerTenant) queued.start(claim, now, leaseSeconds);
    });
    if (!run?.isHeldBy(claim)) return this.later(resourceId);
    try {
      const end = await this.attempt.make(run, this.claims.hold(run));
      await this.runs.change(run.id, (stored) => {
        if (stored.isHeldBy(claim)) end(stored, platformFeeBps);
      });
    } finally {
      this.claims.release(run);
    }
    const now = new Date();
    return (await this.runs.nextDue(runsPerTenant)).map((id) => new Next('ExecuteRun', { resourceId: id }, now));
  }

  private async later(resourceId: string): Promise<Next | undefined> {
    const [run] = await this.runs.laterOf([resourceId]);
    // A little later: with the same instant, the queue would take it for the wake-up that is under way.
    return run && new Next('ExecuteRun', { resourceId }, new Date(Math.max(run.runAt.getTime(), Date.now()) + 20));
  }
}
