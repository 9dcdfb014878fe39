import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { AgentTerms } from '../agent-terms.port.js';
import { AgentRuns } from './agent-runs.port.js';

/** Wakes every tenant that has due runs which were lost from the queue. */
export class ReconcileRuns extends needing({ runs: AgentRuns, terms: AgentTerms }) {
  async run(): Promise<Next[]> {
    const tenants = await this.runs.overlookedAcrossTenants(this.terms.runsPerTenant);
    // The instant makes each wake-up a new one: the queue would refuse to wake twice for the same.
    return tenants.map((tenantId) => new Next('WakeRuns', {}, new Date(), tenantId));
  }
}
