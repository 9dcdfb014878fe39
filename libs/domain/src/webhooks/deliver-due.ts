import { Next } from '../core/happened.js';
import { Stopping } from '../core/stopping.js';
import { DeliveryClaims } from './delivery-claims.port.js';
import { DeliveryRound } from './delivery-round.js';

const soonMillis = 1000;
const roundingMillis = 250;

/** Sends an endpoint what is due, round after round, and says when there will be more. */
export class DeliverDue {
  static needs = [DeliveryClaims, DeliveryRound, Stopping] as const;

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly round: DeliveryRound,
    private readonly stopping: Stopping,
  ) {}

  async run({ endpointId }: { endpointId: string }): Promise<Next | undefined> {
    while (!this.stopping.signal.aborted) {
      const claim = await this.claims.claim(endpointId);
      if (claim.taken.length > 0) await this.round.make(claim);
      else if (claim.skipped === 0) break;
    }
    const due = await this.claims.nextDue(endpointId);
    return due ? new Next('DeliverDue', { endpointId }, wakeUp(due)) : undefined;
  }
}

/** What is due now but held back by fairness is tried soon; rounding makes the wake-ups of many deliveries one. */
function wakeUp(due: Date): Date {
  const now = Date.now();
  const at = due.getTime() > now ? due.getTime() : now + soonMillis;
  return new Date(Math.ceil(at / roundingMillis) * roundingMillis);
}
