import { clock } from '../../core/clock.js';
import { needing } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { Stopping } from '../../core/stopping.js';
import { DeliveryClaims } from './delivery-claims.port.js';
import { DeliverySending } from './delivery-sending.port.js';

const soonMillis = 1000;
const roundingMillis = 250;
/** How long one endpoint is served before others have their turn. */
const turnMillis = 5000;

interface Wanted {
  endpointId: string;
  /** True where nothing is due but what may be left of what a fan-out has sent at once. */
  isSentTo?: boolean;
}

/** Sends an endpoint its due deliveries, and asks to be woken when more are due. */
export class DeliverDue extends needing({ claims: DeliveryClaims, sending: DeliverySending, stopping: Stopping }) {
  async run({ endpointId, isSentTo = false }: Wanted): Promise<FollowUp | undefined> {
    if (isSentTo && (await this.sending.leftNothing(endpointId))) return undefined;
    const turnEnds = clock.millis() + turnMillis;
    const { signal } = this.stopping;
    while (!signal.aborted && clock.millis() < turnEnds) {
      const rest = await this.sending.sendDue(endpointId, turnEnds);
      const due = rest === 'nothing to send' ? null : await this.claims.nextDue(endpointId);
      if (!due) return undefined;
      if (rest === 'no room' || due.getTime() > clock.millis())
        return new FollowUp(DeliverDue, { endpointId }, wakeUp(due));
    }
    return new FollowUp(DeliverDue, { endpointId }, clock.now());
  }
}

/** What is due but had no room is tried again soon. Rounding lets one wake-up do for many deliveries. */
function wakeUp(due: Date): Date {
  const at = due.getTime() > clock.millis() ? due.getTime() : clock.millis() + soonMillis;
  return new Date(Math.ceil(at / roundingMillis) * roundingMillis);
}
