import { Next } from '../core/happened.js';
import { inScope, systemScope } from '../core/scope.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { AgentTerms } from './agent-terms.port.js';

/** Finds what the queue forgot and what vanished workers left behind, in every tenant. */
export class ReconcileRuns {
  static needs = [AgentRuns, AgentTerms] as const;

  constructor(
    private readonly runs: AgentRuns,
    private readonly terms: AgentTerms,
  ) {}

  async run(): Promise<Next[]> {
    for (const { tenantId, id } of await this.runs.overdueAcrossTenants())
      await inScope(systemScope(tenantId), () => this.runs.changeOverdue(id, (run) => this.settle(run)));
    const due = await this.runs.dueAcrossTenants();
    // The instant makes each wake-up a new one: the queue would refuse to wake twice for the same.
    return due.map(({ tenantId, id }) => new Next('ExecuteRun', { resourceId: id }, new Date(), tenantId));
  }

  private settle(run: AgentRun): void {
    if (run.status === 'running') run.loseWorker(this.terms.platformFeeBps);
    else run.missDeadline(this.terms.platformFeeBps);
  }
}
