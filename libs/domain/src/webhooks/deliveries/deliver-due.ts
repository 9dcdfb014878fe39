import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { Stopping } from '../../core/stopping.js';
import { DeliveryClaims } from './delivery-claims.port.js';
import { DeliveryRound } from './delivery-round.service.js';
import { EndpointHandover } from '../endpoints/endpoint-handover.service.js';

const soonMillis = 1000;
const roundingMillis = 250;
const turnMillis = 5000; // then other endpoints have their turn

/** Sends an endpoint what is due, round after round, and says when there will be more. */
export class DeliverDue extends needing({
  claims: DeliveryClaims,
  round: DeliveryRound,
  stopping: Stopping,
  handover: EndpointHandover,
}) {
  async run({ endpointId }: { endpointId: string }): Promise<Next | undefined> {
    const turnEnds = Date.now() + turnMillis;
    while (!this.stopping.signal.aborted) {
      if (Date.now() > turnEnds) return new Next('DeliverDue', { endpointId }, new Date());
      const claim = await this.claims.claim(endpointId);
      if (claim.lapse) await this.handover.stopIfLapsed(endpointId);
      if (claim.taken.length > 0) await this.round.make(claim).finally(this.claims.keep(claim));
      else if (claim.skipped === 0) break;
    }
    const due = await this.claims.nextDue(endpointId);
    return due ? new Next('DeliverDue', { endpointId }, wakeUp(due)) : undefined;
  }
}

/** What is due now but held back by fairness is tried soon; rounding makes the wake-ups of many deliveries one. */
function wakeUp(due: Date): Date {
  const at = due.getTime() > Date.now() ? due.getTime() : Date.now() + soonMillis;
  return new Date(Math.ceil(at / roundingMillis) * roundingMillis);
}
