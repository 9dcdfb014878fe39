import { Log } from '@tandem/domain/core/telemetry/log';
import { needing } from '@tandem/domain/core/use-case';
import { type Claim, DeliveryClaims } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { SettleDeliveries } from '@tandem/domain/webhooks/deliveries/settle-deliveries';
import { OpenClaim } from './open-claim.js';

/** Opens claims, with their leases kept and their outcomes stored in the database. */
export class Opening extends needing({ settle: SettleDeliveries, claims: DeliveryClaims, log: Log }) {
  open(claim: Claim): OpenClaim {
    return new OpenClaim(claim, {
      settle: (outcomes) => this.settle.run({ claim, ...outcomes }),
      giveBack: (unsent, left) => this.claims.giveBack(claim, unsent, left),
      release: this.claims.keep(claim),
    });
  }

  /** What of a claim could not be stored is sent again when its lease is over. */
  tell(error: Error, endpointId: string): void {
    this.log.tell('error', 'what became of webhook deliveries could not be stored', { err: error, endpointId });
  }
}
