import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { AgentRuns } from './agent-runs.port.js';

/** Wakes runs that are due but were lost from the queue, in every tenant. */
export class ReconcileRuns extends needing({ runs: AgentRuns }) {
  async run(): Promise<Next[]> {
    const due = await this.runs.dueAcrossTenants();
    // The instant makes each wake-up a new one: the queue would refuse to wake twice for the same.
    return due.map(({ tenantId, id }) => new Next('ExecuteRun', { resourceId: id }, new Date(), tenantId));
  }
}
