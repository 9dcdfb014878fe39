import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { AgentRuns } from './agent-runs.port.js';
import { Claims } from './claims.port.js';
import { RunAttempt } from './run-attempt.service.js';

/** Claims a queued run, works on it, and answers which runs of the tenant to wake next. */
export class ExecuteRun extends needing({ runs: AgentRuns, claims: Claims, attempt: RunAttempt }) {
  async run({ resourceId }: { resourceId: string }): Promise<Next | Next[] | undefined> {
    const claimed = await this.runs.claim(resourceId);
    if (claimed instanceof Date) return new Next('ExecuteRun', { resourceId }, claimed);
    if (!claimed) return undefined;
    try {
      const settle = await this.attempt.make(claimed, this.claims.hold(claimed));
      await this.runs.changeClaimed(claimed, settle);
    } finally {
      this.claims.release(claimed);
    }
    const now = new Date();
    return (await this.runs.nextDue()).map((id) => new Next('ExecuteRun', { resourceId: id }, now));
  }
}
