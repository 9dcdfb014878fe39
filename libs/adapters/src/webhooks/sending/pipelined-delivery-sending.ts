import { needing } from '@tandem/domain/core/use-case';
import { ClaimDeliveries } from '@tandem/domain/webhooks/deliveries/claim-deliveries';
import { type Claim, DeliveryClaims } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { DeliverySending, type Rest } from '@tandem/domain/webhooks/deliveries/delivery-sending.port';
import { SettleDeliveries } from '@tandem/domain/webhooks/deliveries/settle-deliveries';
import { WebhookSender } from '@tandem/domain/webhooks/webhook-sender.port';
import { OpenClaim } from './open-claim.js';
import { SendingLine } from './sending-line.js';

/** A process has one line of sending for each endpoint that it sends to. */
export class PipelinedDeliverySending extends needing(
  { claim: ClaimDeliveries, settle: SettleDeliveries, claims: DeliveryClaims, sender: WebhookSender },
  DeliverySending,
) {
  /** The endpoints that this process sends to; true where it was asked to send to one again after its latest claim. */
  private readonly claiming = new Map<string, boolean>();

  async sendDue(endpointId: string, until: number, signal: AbortSignal): Promise<Rest> {
    if (this.claiming.has(endpointId)) {
      this.claiming.set(endpointId, true);
      return 'nothing to send';
    }
    const line = new SendingLine({
      open: (claim) => this.open(claim),
      answerTo: ({ endpoint }, one) => this.sender.send({ ...one, endpoint }),
      isStopping: () => signal.aborted,
    });
    try {
      return await this.feed(line, endpointId, () => !signal.aborted && Date.now() < until);
    } finally {
      this.claiming.delete(endpointId);
      await line.end();
    }
  }

  private async feed(line: SendingLine, endpointId: string, isItsTurn: () => boolean): Promise<Rest> {
    while (isItsTurn()) {
      this.claiming.set(endpointId, false);
      const isAlone = line.held.length === 0;
      const claim = await this.claim.run({ endpointId, most: line.most, held: line.held });
      if (!claim) return 'nothing to send';
      line.take(claim);
      if (claim.hasMore) await line.runsLow();
      else if (!this.claiming.get(endpointId)) return isAlone && !claim.hasRoom ? 'no room' : 'done';
    }
    return 'done';
  }

  private open(claim: Claim): OpenClaim {
    return new OpenClaim(claim, {
      settle: (outcomes) => this.settle.run({ claim, ...outcomes }),
      giveBack: (unsent, left) => this.claims.giveBack(claim, unsent, left),
      release: this.claims.keep(claim),
    });
  }
}
