import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { Stopping } from '../../core/stopping.js';
import { EndpointLifecycle } from '../endpoints/endpoint-lifecycle.service.js';
import { DeliveryClaims, mostAtOnce } from './delivery-claims.port.js';
import { DeliverySending } from './delivery-sending.service.js';

const soonMillis = 1000;
const roundingMillis = 250;
const turnMillis = 5000; // then other endpoints have their turn

/** Sends an endpoint what is due, claim after claim, and says when there will be more. */
export class DeliverDue extends needing({
  claims: DeliveryClaims,
  sending: DeliverySending,
  lifecycle: EndpointLifecycle,
  stopping: Stopping,
}) {
  async run({ endpointId }: { endpointId: string }): Promise<Next | undefined> {
    const turnEnds = Date.now() + turnMillis;
    for (let most = mostAtOnce; !this.stopping.signal.aborted && Date.now() < turnEnds;) {
      const addressee = await this.lifecycle.addressee(endpointId);
      if (!addressee) return undefined;
      const claim = await this.claims.claim(addressee, most);
      most = await this.sending.send(claim, most);
      if (claim.hasMore) continue;
      const due = await this.claims.nextDue(endpointId);
      if (!due) return undefined;
      if (!claim.hasRoom || due.getTime() > Date.now()) return new Next('DeliverDue', { endpointId }, wakeUp(due));
    }
    return new Next('DeliverDue', { endpointId }, new Date());
  }
}

/** What is due but held back by fairness is tried soon; rounding makes the wake-ups of many deliveries one. */
function wakeUp(due: Date): Date {
  const at = due.getTime() > Date.now() ? due.getTime() : Date.now() + soonMillis;
  return new Date(Math.ceil(at / roundingMillis) * roundingMillis);
}
