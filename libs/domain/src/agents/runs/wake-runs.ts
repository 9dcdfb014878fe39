import { needing } from '../../core/use-case.js';
import { Next, type EventRef } from '../../core/happened.js';
import { AgentTerms } from '../agent-terms.port.js';
import { AgentRuns } from './agent-runs.port.js';

/** Wakes workers for runs that were queued: at once for as many as the tenant may start, at their time for those of later. */
export class WakeRuns extends needing({ runs: AgentRuns, terms: AgentTerms }) {
  async run({ events }: { events: Pick<EventRef, 'resourceId'>[] }): Promise<Next[]> {
    const now = new Date();
    const due = await this.runs.nextDue(this.terms.runsPerTenant);
    const later = await this.runs.laterOf(events.map(({ resourceId }) => resourceId));
    const woken = [...due.map((id) => ({ id, runAt: now })), ...later];
    return woken.map(({ id, runAt }) => new Next('ExecuteRun', { resourceId: id }, runAt));
  }
}
