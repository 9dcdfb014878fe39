import { needing } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { inEachTenant } from '../../core/scope.js';
import { AgentTerms } from '../agent-terms.port.js';
import { RunSweeps } from './run-sweeps.port.js';
import { WakeRuns } from './wake-runs.js';

/** Wakes every tenant that has due runs which were lost from the queue. */
export class ReconcileRuns extends needing({ sweeps: RunSweeps, terms: AgentTerms }) {
  async run(): Promise<FollowUp[]> {
    const overlooked = await this.sweeps.overlookedAcrossTenants(this.terms.runsPerTenant);
    // The instant makes each wake-up a new one: the queue would refuse to wake twice for the same.
    return inEachTenant(overlooked, () => new FollowUp(WakeRuns, {}, new Date()));
  }
}
