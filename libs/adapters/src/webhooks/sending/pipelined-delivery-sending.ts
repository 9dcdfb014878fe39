import { setTimeout as pause } from 'node:timers/promises';
import { currentScope } from '@tandem/domain/core/scope';
import { Stopping } from '@tandem/domain/core/stopping';
import { needing } from '@tandem/domain/core/use-case';
import { ClaimDeliveries } from '@tandem/domain/webhooks/deliveries/claim-deliveries';
import { type Claim, mostAtOnce } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { DeliverySending, type Rest } from '@tandem/domain/webhooks/deliveries/delivery-sending.port';
import { WebhookSender } from '@tandem/domain/webhooks/webhook-sender.port';
import { Opening } from './opening.js';
import { ProcessLoad } from './process-load.js';
import { SendingLine } from './sending-line.js';

/** How long a fan-out waits for lines that are about to have room; without room, an endpoint gets deliveries that are due. */
const patienceMillis = 1500;
const pollMillis = 5;

/** More would make a busy process no faster, and are sent again when it is killed. */
const atOnceWhileBusy = 3;

interface Line {
  tenantId: string;
  line: SendingLine;
}

/** A process has one line of sending for each endpoint that it sends to. */
export class PipelinedDeliverySending extends needing(
  { claim: ClaimDeliveries, opening: Opening, sender: WebhookSender, stopping: Stopping },
  DeliverySending,
) {
  private readonly load = new ProcessLoad();
  /** By endpoint, while it sends something. */
  private readonly lines = new Map<string, Line>();
  /** The endpoints for which due deliveries are claimed; true where that was asked for again after the latest claim. */
  private readonly claiming = new Map<string, boolean>();

  async sendDue(endpointId: string, until: number): Promise<Rest> {
    if (this.claiming.has(endpointId)) {
      this.claiming.set(endpointId, true);
      return 'nothing to send';
    }
    const line = this.lineTo(endpointId);
    try {
      return await this.feed(line, endpointId, () => !this.isStopping && Date.now() < until);
    } finally {
      this.claiming.delete(endpointId);
      await line.end().finally(() => this.forget(endpointId));
    }
  }

  held(endpointId: string): readonly Claim[] | undefined {
    const line = this.lines.get(endpointId)?.line;
    if (this.isStopping || line?.hasRoom === false) return undefined;
    return line?.held ?? [];
  }

  send(claim: Claim): void {
    const { id } = claim.endpoint;
    const line = this.lineTo(id);
    line.take(claim);
    line.end().then(
      () => this.forget(id),
      () => undefined, // whoever sends what is due gets the error
    );
  }

  async hasRoom(): Promise<void> {
    const { tenantId } = currentScope();
    const isEmptying = () => [...this.lines.values()].some((one) => one.tenantId === tenantId && one.line.willHaveRoom);
    for (const until = Date.now() + patienceMillis; isEmptying() && Date.now() < until;) await pause(pollMillis);
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private lineTo(endpointId: string): SendingLine {
    const known = this.lines.get(endpointId);
    if (known) return known.line;
    const line = new SendingLine({
      open: (claim) => this.opening.open(claim),
      answerTo: ({ endpoint }, one) => this.sender.send({ ...one, endpoint }),
      atOnce: () => (this.load.isBusy ? atOnceWhileBusy : mostAtOnce),
      isStopping: () => this.isStopping,
    });
    this.lines.set(endpointId, { tenantId: currentScope().tenantId, line });
    return line;
  }

  private forget(endpointId: string): void {
    if (this.lines.get(endpointId)?.line.isIdle && !this.claiming.has(endpointId)) this.lines.delete(endpointId);
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
}
