import { clock } from '../../core/clock.js';
import { uses } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { AgentTerms } from '../agent-terms.port.js';
import { AgentRuns } from './agent-runs.port.js';
import { ExecuteRuns } from './execute-runs.js';

const soonMillis = 20;

/** Wakes one worker for all due runs of the tenant, and repeats when the next run is due. */
export class WakeRuns extends uses({ runs: AgentRuns, terms: AgentTerms }) {
  async run(): Promise<FollowUp[]> {
    const { canStart, later } = await this.runs.prospect(this.terms.runsPerTenant);
    const woken = canStart ? [new FollowUp(ExecuteRuns, {}, clock.now())] : [];
    // Later than the current job, since the queue deduplicates jobs for the same instant.
    const again = later && new Date(Math.max(later.getTime(), clock.millis() + soonMillis));
    return again ? [...woken, new FollowUp(WakeRuns, {}, again)] : woken;
  }
}
