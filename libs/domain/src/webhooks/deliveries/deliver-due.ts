import { needing } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { Stopping } from '../../core/stopping.js';
import { DeliveryClaims } from './delivery-claims.port.js';
import { DeliverySending } from './delivery-sending.port.js';

const soonMillis = 1000;
const roundingMillis = 250;
const turnMillis = 5000; // then other endpoints have their turn

/** Sends an endpoint what is due, and says when there will be more. */
export class DeliverDue extends needing({ claims: DeliveryClaims, sending: DeliverySending, stopping: Stopping }) {
  async run({ endpointId }: { endpointId: string }): Promise<FollowUp | undefined> {
    const turnEnds = Date.now() + turnMillis;
    while (!this.stopping.signal.aborted && Date.now() < turnEnds) {
      const rest = await this.sending.sendDue(endpointId, turnEnds);
      const due = rest === 'nothing to send' ? null : await this.claims.nextDue(endpointId);
      if (!due) return undefined;
      if (rest === 'no room' || due.getTime() > Date.now())
        return new FollowUp(DeliverDue, { endpointId }, wakeUp(due));
    }
    return new FollowUp(DeliverDue, { endpointId }, new Date());
  }
}

/** What is due but held back by fairness is tried soon; rounding makes the wake-ups of many deliveries one. */
function wakeUp(due: Date): Date {
  const at = due.getTime() > Date.now() ? due.getTime() : Date.now() + soonMillis;
  return new Date(Math.ceil(at / roundingMillis) * roundingMillis);
}
