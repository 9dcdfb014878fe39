import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../../core/errors.js';
import type { Log } from '../../core/telemetry/log.js';
import type { WebhookMessage, WebhookSender } from '../webhook-sender.port.js';
import type { DeliveryAttempts } from './delivery-attempts.service.js';
import type { Attempted } from './due-deliveries.port.js';

/** Responses received within this time are stored together. */
const batchMillis = 10;
const renewMillis = 2000;
/** Maximum wait for the next due delivery; the sweep finds later ones. */
const maxIdleMillis = 10_000;
/** How long outcomes are kept while the database is unavailable; after that the deliveries are sent again. */
const timeoutMillis = 60_000;
const retryMillis = 250;

/** Claims, sends and settles the due deliveries of one tenant. */
export class DeliveryLoop {
  /** Deliveries in flight, and those whose response is not stored yet. */
  private readonly leased = new Map<string, WebhookMessage>();
  private readonly attempted: Attempted[] = [];
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

  /** Makes it look for due deliveries; false if it has ended. */
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
    const attempted = this.attempted.splice(0);
    if (attempted.length === 0) return;
    await this.whileUnavailable(() => this.attempts.finish(attempted)).catch((error) => this.report(error as Error));
    for (const { deliveryId } of attempted) this.leased.delete(deliveryId);
    this.isWoken ||= this.hasMore;
  }

  private async claim(): Promise<void> {
    this.isWoken = false;
    try {
      const { messages, hasMore } = await this.attempts.start();
      this.hasMore = hasMore;
      for (const message of messages) void this.send(message);
    } catch (error) {
      this.report(error as Error);
    }
  }

  /** After an unexpected error the lease is left to expire, so that the delivery does not fail again at once. */
  private async send(message: WebhookMessage): Promise<void> {
    const { deliveryId } = message;
    this.leased.set(deliveryId, message);
    try {
      this.attempted.push({ ...message, result: await this.sender.send(message) });
    } catch (error) {
      this.leased.delete(deliveryId);
      this.report(error as Error);
    }
    this.notice();
  }

  /** Waits for a response or a wake-up; ends if nothing is in flight and nothing is due soon. */
  private async untilNews(): Promise<void> {
    const idleMillis = this.leased.size === 0 ? await this.untilNext() : Infinity;
    if (this.attempted.length === 0 && !(this.isWoken && !this.stopping.aborted)) {
      this.hasEnded = idleMillis === null;
      if (this.hasEnded) return;
      if (!(await this.news(idleMillis!))) this.isWoken = true;
    }
    await this.untilResults();
  }

  private async untilResults(): Promise<void> {
    const end = performance.now() + batchMillis;
    while (!this.isWoken && this.attempted.length > 0 && this.attempted.length < this.leased.size)
      if (!(await this.news(end - performance.now()))) return;
  }

  /** Null: do not wait. */
  private async untilNext(): Promise<number | null> {
    if (this.stopping.aborted || this.isWoken) return null;
    const millis = await this.attempts.untilNext().catch(() => null);
    return millis !== null && millis < maxIdleMillis && !this.stopping.aborted ? millis : null;
  }

  /** False if the time is over first. */
  private news(millis: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = millis === Infinity ? undefined : setTimeout(() => resolve(false), Math.max(0, millis)).unref();
      this.notice = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** If the database is unavailable, a lease may expire and its delivery be sent twice, under the same id. */
  private async renew(): Promise<void> {
    if (this.leased.size > 0) await this.attempts.renew([...this.leased.values()]).catch(() => undefined);
  }

  /** Repeats the work while the database is unavailable, for up to a minute. */
  private async whileUnavailable(work: () => Promise<void>): Promise<void> {
    for (const until = performance.now() + timeoutMillis; ; await pause(retryMillis))
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error) || performance.now() > until) throw error;
      }
  }

  /** Nothing is lost: the sweep finds the deliveries again. */
  private report(error: Error): void {
    const level = isUnavailable(error) ? 'info' : 'error';
    this.log.write(level, 'webhook deliveries are delayed by an error', { err: error });
  }
}
