import { clock } from '../../core/clock.js';
import { uses } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { inEachTenant } from '../../core/scope.js';
import { AgentTerms } from '../agent-terms.port.js';
import { RunSweeps } from './run-sweeps.port.js';
import { WakeRuns } from './wake-runs.js';

/** Wakes a worker for each tenant with overdue runs, whose job the queue has lost. */
export class ReconcileRuns extends uses({ sweeps: RunSweeps, terms: AgentTerms }) {
  async run(): Promise<FollowUp[]> {
    const overlooked = await this.sweeps.overlookedAcrossTenants(this.terms.runsPerTenant);
    // The queue deduplicates jobs for the same instant, so each wake-up uses the current one.
    return inEachTenant(overlooked, () => new FollowUp(WakeRuns, {}, clock.now()));
  }
}
