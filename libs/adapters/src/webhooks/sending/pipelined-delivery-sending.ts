import { clock } from '@tandem/domain/core/clock';
import { currentScope } from '@tandem/domain/core/scope';
import { Stopping } from '@tandem/domain/core/stopping';
import { needing } from '@tandem/domain/core/use-case';
import { ClaimDeliveries } from '@tandem/domain/webhooks/deliveries/claim-deliveries';
import { type Claim, mostAtOnce } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { DeliverySending, type Rest } from '@tandem/domain/webhooks/deliveries/delivery-sending.port';
import type { Receiver } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import type { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { WebhookSender } from '@tandem/domain/webhooks/webhook-sender.port';
import type { OpenClaim } from './open-claim.js';
import { Opening } from './opening.js';
import { ProcessLoad } from './process-load.js';
import { Room } from './room.js';
import { SendingLine } from './sending-line.js';

/** More would make a busy process no faster, and are sent again when it is killed: to one endpoint, and to all together. */
const atOnceWhileBusy = 3;
const togetherWhileBusy = 64;

/** True where somebody is at it already, who is then told that others came. */
function turnedAway(atWork: Map<string, boolean>, endpointId: string): boolean {
  if (!atWork.has(endpointId)) return false;
  atWork.set(endpointId, true);
  return true;
}

/** A process has one line of sending for each endpoint that it sends to. */
export class PipelinedDeliverySending extends needing(
  { claim: ClaimDeliveries, opening: Opening, sender: WebhookSender, stopping: Stopping },
  DeliverySending,
) {
  private readonly load = new ProcessLoad();
  /** By endpoint, while it sends something. */
  private readonly lines = new Map<string, SendingLine>();
  private readonly room = new Room(this.lines, this.load);
  /** The endpoints for which due deliveries are claimed; true where that was asked for again after the latest claim. */
  private readonly claiming = new Map<string, boolean>();
  /** Those that something was left for when a claim ended, and for which nobody has looked for what is due since. */
  private readonly withRest = new Set<string>();
  /** Those of which somebody waits to learn whether anything is left; true where others asked for that too. */
  private readonly watched = new Map<string, boolean>();
  /** Those whose line somebody waits for, to look for what else is due; true where others came for that too. */
  private readonly ending = new Map<string, boolean>();

  async sendDue(endpointId: string, until: number): Promise<Rest> {
    if (turnedAway(this.claiming, endpointId)) return 'nothing to send';
    this.withRest.delete(endpointId);
    const line = this.lineTo(endpointId);
    const others = new Set(line.held);
    const isItsTurn = () => !this.isStopping && clock.millis() < until;
    const feeding = line.isBroken ? Promise.resolve('done' as const) : this.feed(line, endpointId, isItsTurn);
    try {
      const rest = await feeding.finally(() => this.claiming.delete(endpointId));
      const hasOwn = line.held.some((claim) => !others.has(claim));
      if (!hasOwn && turnedAway(this.ending, endpointId)) return 'nothing to send';
      return await this.untilEnded(line, endpointId, rest);
    } catch (error) {
      await line.end();
      throw error;
    } finally {
      this.forget(endpointId);
    }
  }

  receivers(endpoints: readonly WebhookEndpoint[], most: number): Receiver[] {
    if (this.isStopping) return [];
    let free = most - this.lines.size;
    return endpoints.flatMap((endpoint) => {
      const line = this.lines.get(endpoint.id);
      if (line ? !line.hasRoom : free-- <= 0) return [];
      return [{ endpoint, held: line?.held ?? [] }];
    });
  }

  send(claims: readonly Claim[], others: readonly string[]): void {
    for (const claim of claims) {
      const line = this.lineTo(claim.endpoint.id);
      line.take(claim);
      this.stopping.hold(this.ended(line, claim.endpoint.id));
    }
    this.room.reached(currentScope().tenantId, [...claims.map(({ endpoint }) => endpoint.id), ...others]);
  }

  async leftNothing(endpointId: string): Promise<boolean> {
    if (!this.lines.has(endpointId) || this.withRest.has(endpointId)) return false;
    if (turnedAway(this.watched, endpointId)) return true;
    try {
      do {
        this.watched.set(endpointId, false);
        // An outcome that could not be stored is left too, and told elsewhere.
        await this.lines
          .get(endpointId)
          ?.end()
          .catch(() => undefined);
      } while (this.watched.get(endpointId) && !this.withRest.has(endpointId));
      return !this.withRest.has(endpointId);
    } finally {
      this.watched.delete(endpointId);
    }
  }

  untilRoom(mostWaiting: number): Promise<number> {
    return this.room.until(currentScope().tenantId, mostWaiting);
  }

  /** Resolves when what the line has now has been sent and stored, or could not be. */
  private async ended(line: SendingLine, endpointId: string): Promise<void> {
    await line.end().catch((error: Error) => this.opening.tell(error, endpointId));
    this.forget(endpointId);
  }

  /** Waits for the line for all who come meanwhile: there may be more for them then, such as what was given back. */
  private async untilEnded(line: SendingLine, endpointId: string, rest: Rest): Promise<Rest> {
    this.ending.set(endpointId, false);
    try {
      await line.end();
      return this.ending.get(endpointId) ? 'done' : rest;
    } finally {
      this.ending.delete(endpointId);
    }
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private get atOnce(): number {
    if (!this.load.isBusy) return mostAtOnce;
    return Math.max(1, Math.min(atOnceWhileBusy, Math.floor(togetherWhileBusy / this.lines.size)));
  }

  private lineTo(endpointId: string): SendingLine {
    const known = this.lines.get(endpointId);
    if (known) return known;
    const line = new SendingLine({
      open: (claim) => this.opened(claim),
      answerTo: ({ endpoint }, one) => this.sender.send({ ...one, endpoint }).finally(() => this.room.answered()),
      atOnce: () => this.atOnce,
      isStopping: () => this.isStopping,
    });
    this.lines.set(endpointId, line);
    return line;
  }

  private opened(claim: Claim): OpenClaim {
    const open = this.opening.open(claim);
    const left = () => void this.withRest.add(claim.endpoint.id);
    open.ended.then(() => open.hasRest && left(), left);
    return open;
  }

  private forget(endpointId: string): void {
    if (this.lines.get(endpointId)?.isIdle && !this.claiming.has(endpointId)) this.lines.delete(endpointId);
    this.room.left(currentScope().tenantId);
  }

  private async feed(line: SendingLine, endpointId: string, isItsTurn: () => boolean): Promise<Rest> {
    while (isItsTurn()) {
      this.claiming.set(endpointId, false);
      const isAlone = line.held.length === 0;
      const { most, held } = line;
      const claim = await this.claim.run({ endpointId, most, held });
      line.hasMoreDue = claim?.hasMore === true;
      if (!claim) return 'nothing to send';
      line.take(claim, most);
      if (claim.hasMore) await line.runsLow();
      else if (!this.claiming.get(endpointId)) return isAlone && !claim.hasRoom ? 'no room' : 'done';
    }
    return 'done';
  }
}
