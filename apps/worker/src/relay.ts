import type { Outbox, WaitingWork } from '@tandem/domain/core/events/subscriptions';
import type { Wake } from './work-request.js';

const pollMillis = 1000;

/**
 * Numbers new events and wakes the subscriptions that have work: after a commit's signal, and by a slow poll in case a signal is
 * lost. That work is in the database by then, so a lost wake-up is only a delay.
 */
export class Relay {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private readonly toWake = new Map<string, WaitingWork>();
  private waking: Promise<void> | undefined;

  constructor(
    private readonly outbox: Outbox,
    private readonly wakeUp: Wake,
    private readonly onError: (error: Error) => void,
    /** Settles when work is done that events wait for: thousands of schedules may be due at once, and what they start is told after them. */
    private readonly goesFirst: () => Promise<void>,
  ) {}

  start(): void {
    this.wake();
    this.timer = setInterval(() => this.wake(), pollMillis);
  }

  /** Looks for events soon; wake-ups while it is looking are merged into one. */
  readonly wake = (): void => {
    if (this.stopped) return;
    this.again = true;
    this.running ??= this.drain().finally(() => {
      this.running = undefined;
      if (this.again) this.wake();
    });
  };

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.again = false;
    await this.running;
    await this.waking;
  }

  private async drain(): Promise<void> {
    try {
      while (this.again && !this.stopped) {
        await this.goesFirst();
        this.again = false;
        const { hasMore, waiting } = await this.outbox.relayAcrossTenants();
        if (hasMore) this.again = true;
        for (const work of waiting) this.toWake.set(`${work.subscription} ${work.tenantId}`, work);
        if (this.toWake.size > 0) this.waking ??= this.wakeAll().finally(() => (this.waking = undefined));
      }
    } catch (error) {
      this.again = false; // the poll tries again
      this.onError(error as Error);
    }
  }

  /** Runs apart from the numbering, which a slow queue must not hold up. */
  private async wakeAll(): Promise<void> {
    while (this.toWake.size > 0) {
      const waiting = [...this.toWake.values()];
      this.toWake.clear();
      await this.wakeUp(waiting.map(({ subscription, tenantId }) => ({ verb: subscription, tenantId, input: null })));
    }
  }
}
