import { needing } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { AgentTerms } from '../agent-terms.port.js';
import { AgentRuns } from './agent-runs.port.js';
import { ExecuteRuns } from './execute-runs.js';

const soonMillis = 20;

/** Wakes one worker for all runs of the tenant that are due, and looks again when the next one is. */
export class WakeRuns extends needing({ runs: AgentRuns, terms: AgentTerms }) {
  async run(): Promise<FollowUp[]> {
    const { canStart, later } = await this.runs.prospect(this.terms.runsPerTenant);
    const woken = canStart ? [new FollowUp(ExecuteRuns, {}, new Date())] : [];
    // Not for the instant of the wake-up that is under way: the queue would take it for the same.
    const again = later && new Date(Math.max(later.getTime(), Date.now() + soonMillis));
    return again ? [...woken, new FollowUp(WakeRuns, {}, again)] : woken;
  }
}
