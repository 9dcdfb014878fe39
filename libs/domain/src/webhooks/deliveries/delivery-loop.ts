import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../../core/errors.js';
import type { Log } from '../../core/telemetry/log.js';
import type { WebhookMessage, WebhookSender } from '../webhook-sender.port.js';
import type { DeliveryAttempts } from './delivery-attempts.service.js';
import type { Attempted } from './due-deliveries.port.js';

/** Answers that come in within this time are stored together. */
const batchMillis = 3;
const renewMillis = 2000;
/** How long a loop waits for the next due delivery; the sweep finds what is due later. */
const maxIdleMillis = 10_000;
/** How long outcomes are kept for a database that is away, whose deliveries would otherwise be sent again. */
const timeoutMillis = 60_000;
const retryMillis = 250;

/** Claims, sends and settles the deliveries of one tenant until nothing is due. */
export class DeliveryLoop {
  /** Deliveries whose lease it holds: requests under way, and answers that are not stored yet. */
  private readonly leased = new Map<string, WebhookMessage>();
  private readonly answered: Attempted[] = [];
  private isWoken = true;
  private hasMore = false;
  private hasEnded = false;
  private notice: () => void = () => undefined;

  constructor(
    private readonly attempts: DeliveryAttempts,
    private readonly sender: WebhookSender,
    private readonly stopping: AbortSignal,
    private readonly log: Log,
  ) {}

  /** Has it look for due deliveries; false when it has ended. */
  wake(): boolean {
    this.isWoken = true;
    this.notice();
    return !this.hasEnded;
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const renewal = setInterval(() => void this.renew(), renewMillis).unref();
    while (!this.hasEnded) {
      await this.settle();
      if (this.isWoken && !this.stopping.aborted) await this.claim();
      await this.untilNews();
    }
    clearInterval(renewal);
  }

  private async settle(): Promise<void> {
    const attempted = this.answered.splice(0);
    if (attempted.length === 0) return;
    await this.withTimeout(() => this.attempts.finish(attempted)).catch((error) => this.report(error as Error));
    for (const { deliveryId } of attempted) this.leased.delete(deliveryId);
    this.isWoken ||= this.hasMore;
  }

  private async claim(): Promise<void> {
    this.isWoken = false;
    try {
      const { messages, hasMore } = await this.attempts.begin();
      this.hasMore = hasMore;
      for (const message of messages) void this.send(message);
    } catch (error) {
      this.report(error as Error);
    }
  }

  /** What cannot be sent at all keeps its lease to the end, so that it does not fail again at once. */
  private async send(message: WebhookMessage): Promise<void> {
    const { deliveryId } = message;
    this.leased.set(deliveryId, message);
    try {
      this.answered.push({ ...message, answer: await this.sender.send(message) });
    } catch (error) {
      this.leased.delete(deliveryId);
      this.report(error as Error);
    }
    this.notice();
  }

  /** Waits for an answer or a wake-up; ends where nothing is under way and nothing becomes due soon. */
  private async untilNews(): Promise<void> {
    const idleMillis = this.leased.size === 0 ? await this.untilNext() : Infinity;
    if (this.answered.length === 0 && !(this.isWoken && !this.stopping.aborted)) {
      this.hasEnded = idleMillis === null;
      if (this.hasEnded) return;
      await this.news(idleMillis!);
    }
    if (this.answered.length > 0) await pause(batchMillis);
  }

  /** Null where it should not wait. */
  private async untilNext(): Promise<number | null> {
    if (this.stopping.aborted || this.isWoken) return null;
    const millis = await this.attempts.untilNext().catch(() => null);
    return millis !== null && millis < maxIdleMillis && !this.stopping.aborted ? millis : null;
  }

  private news(millis: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = millis === Infinity ? undefined : setTimeout(() => this.wake(), millis).unref();
      this.notice = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** A lease that is lost because the database was away costs a second sending, which the receiver knows by its id. */
  private async renew(): Promise<void> {
    if (this.leased.size > 0) await this.attempts.renew([...this.leased.values()]).catch(() => undefined);
  }

  private async withTimeout(work: () => Promise<void>): Promise<void> {
    for (const until = performance.now() + timeoutMillis; ; await pause(retryMillis))
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error) || performance.now() > until) throw error;
      }
  }

  /** Nothing is lost: the sweep finds what is due or was not stored. */
  private report(error: Error): void {
    const level = isUnavailable(error) ? 'info' : 'error';
    this.log.tell(level, 'webhook deliveries are delayed by an error', { err: error });
  }
}
