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
    let [most, hasMore, hasRoom] = [mostAtOnce, true, true];
    while (hasMore && !this.stopping.signal.aborted) {
      if (Date.now() > turnEnds) return new Next('DeliverDue', { endpointId }, new Date());
      const addressee = await this.lifecycle.addressee(endpointId);
      if (!addressee) return undefined;
      const claim = await this.claims.claim(addressee, most);
      most = await this.sending.send(claim, most);
      ({ hasRoom, hasMore } = claim);
    }
    const due = await this.claims.nextDue(endpointId);
    return due ? new Next('DeliverDue', { endpointId }, wakeUp(due, hasRoom)) : undefined;
  }
}

/** At once, or soon where fairness holds it back; rounding makes the wake-ups of many deliveries one. */
function wakeUp(due: Date, hasRoom: boolean): Date | null {
  const [at, now] = [due.getTime(), Date.now()];
  if (at <= now && hasRoom) return null;
  return new Date(Math.ceil((at > now ? at : now + soonMillis) / roundingMillis) * roundingMillis);
}
