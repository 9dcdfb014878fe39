import { clock } from '../../core/clock.js';
import { uses } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { newId } from '../../core/id.js';
import { inEachTenant } from '../../core/scope.js';
import { Turns } from '../../core/turns.js';
import { AgentTerms } from '../agent-terms.port.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { Leases } from './leases.port.js';
import { RunAttempt } from '../attempts/run-attempt.service.js';

const soonMillis = 20;
/** Maximum wait for a slot in this process before another worker is woken: longer than most claims take. */
const timeoutMillis = 200;

/** Claims due runs of the tenant within the limits of tenant and process, and works on them concurrently. */
export class ExecuteRuns extends uses({ runs: AgentRuns, leases: Leases, attempt: RunAttempt, terms: AgentTerms }) {
  private readonly slots = new Turns({ inAll: this.terms.runsPerWorker, perTenant: this.terms.runsPerWorker });

  async run(): Promise<FollowUp | undefined> {
    const { runsPerTenant, leaseSeconds, platformFeeBps } = this.terms;
    const slots = await this.slots.acquireSome(runsPerTenant, timeoutMillis);
    const claim = (run: AgentRun, now: Date) => run.start(newId(), now, leaseSeconds);
    const work = (run: AgentRun) => this.leases.hold(run, (lost) => this.attempt.make(run, lost, platformFeeBps));
    try {
      // No slot in this process: wake another worker.
      if (slots.length === 0) return new FollowUp(ExecuteRuns, {}, clock.now());
      const claimed = await this.runs.changeDue({ running: runsPerTenant, more: slots.length }, claim);
      // Another worker is claiming now and may miss the newest runs.
      if (!claimed) return new FollowUp(ExecuteRuns, {}, new Date(clock.millis() + soonMillis));
      slots.splice(claimed.length).forEach((end) => end());
      await inEachTenant(claimed, (run) => work(run).finally(slots.pop()), { atOnce: claimed.length });
    } finally {
      slots.forEach((end) => end());
    }
    const { canStart } = await this.runs.prospect(runsPerTenant);
    return canStart ? new FollowUp(ExecuteRuns, {}, clock.now()) : undefined;
  }
}
