import { Transaction } from '../../core/transaction.js';
import { needing } from '../../core/use-case.js';
import { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { Blueprints } from '../blueprints.service.js';

/** Starts a failed run once more: as a new one with the same input, on behalf of the same members, since what has ended stays so. */
export class RetryRun extends needing({ transaction: Transaction, runs: AgentRuns, blueprints: Blueprints }) {
  run({ resourceId }: { resourceId: string }): Promise<AgentRun> {
    // Read anew where its schedule is deleted at this moment.
    return this.transaction.run(async () => this.retry(await this.runs.one(resourceId)));
  }

  private async retry(failed: AgentRun): Promise<AgentRun> {
    failed.mustBe('failed');
    const { input, budgetUsdCents, scheduleId } = failed;
    const asked = { blueprint: failed.blueprint, input, budgetUsdCents, model: failed.model, at: '/input' };
    const { blueprint, model } = await this.blueprints.admitRun(asked);
    const fields = { input, budgetUsdCents, model, scheduleId, deadlineSeconds: failed.secondsAllowed };
    return this.runs.add(new AgentRun(blueprint, fields, failed));
  }
}
