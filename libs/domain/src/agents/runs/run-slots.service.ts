import { currentScope } from '../../core/scope.js';
import { Turns } from '../../core/turns.js';
import { needing } from '../../core/use-case.js';
import { AgentTerms } from '../agent-terms.port.js';

/** Gives back a slot. */
export type EndSlot = () => void;

/** Longer than most claims take, and short enough for another worker to be asked. */
const patienceMillis = 200;

/** Bounds the runs that this process works on; tenants that wait are served in turn. */
export class RunSlots extends needing({ terms: AgentTerms }) {
  private readonly turns = new Turns({ inAll: this.terms.runsPerWorker, perTenant: this.terms.runsPerWorker });

  /** Waits a moment for one, and takes as many as a tenant may have running; none where the process has enough to do. */
  async take(): Promise<EndSlot[]> {
    const { tenantId } = currentScope();
    const full = new Error('this worker has enough runs');
    const slots: EndSlot[] = [];
    try {
      slots.push(await this.turns.hold(tenantId, { millis: patienceMillis, refusal: () => full }));
    } catch (error) {
      if (error !== full) throw error;
      return [];
    }
    while (slots.length < this.terms.runsPerTenant) {
      const another = this.turns.tryHold(tenantId);
      if (!another) break;
      slots.push(another);
    }
    return slots;
  }
}
