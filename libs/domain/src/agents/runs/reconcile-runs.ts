import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { AgentTerms } from '../agent-terms.port.js';
import { AgentRuns } from './agent-runs.port.js';

/** Wakes runs that are due but were lost from the queue, in every tenant. */
export class ReconcileRuns extends needing({ runs: AgentRuns, terms: AgentTerms }) {
  async run(): Promise<Next[]> {
    const due = await this.runs.dueAcrossTenants(this.terms.runsPerTenant);
    // The instant makes each wake-up a new one: the queue would refuse to wake twice for the same.
    return due.map(({ tenantId, id }) => new Next('ExecuteRun', { resourceId: id }, new Date(), tenantId));
  }
}
