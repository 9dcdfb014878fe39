import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { newId } from '../../core/id.js';
import { inEachTenant } from '../../core/scope.js';
import { AgentTerms } from '../agent-terms.port.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { RunSlots } from './run-slots.service.js';
import { RunWork } from './run-work.service.js';

const soonMillis = 20;

/** Claims due runs of the tenant, as many as it may have running and this process has room for, and works on them side by side. */
export class ExecuteRuns extends needing({ runs: AgentRuns, slots: RunSlots, work: RunWork, terms: AgentTerms }) {
  async run(): Promise<Next | undefined> {
    const { runsPerTenant, leaseSeconds } = this.terms;
    const slots = await this.slots.take();
    const endSlots = (from = 0) => slots.splice(from).forEach((end) => end());
    const most = { running: runsPerTenant, more: slots.length };
    const claim = (run: AgentRun, now: Date) => run.start(newId(), now, leaseSeconds);
    try {
      // Another worker may have room.
      if (slots.length === 0) return new Next('ExecuteRuns', {}, new Date());
      const claimed = await this.runs.changeDue(most, claim);
      // Whoever is claiming just now may have overlooked the newest.
      if (!claimed) return new Next('ExecuteRuns', {}, new Date(Date.now() + soonMillis));
      endSlots(claimed.length);
      await inEachTenant(claimed, (run) => this.work.on(run).finally(slots.pop()), { atOnce: claimed.length });
    } finally {
      endSlots();
    }
    const { canStart } = await this.runs.prospect(runsPerTenant);
    return canStart ? new Next('ExecuteRuns', {}, new Date()) : undefined;
  }
}
