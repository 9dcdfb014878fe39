import type { Outbox, WaitingWork } from '@tandem/domain/core/subscriptions';
import type { Wanted } from './wanted.js';

const pollMillis = 1000;

/**
 * Numbers what happened and wakes the subscriptions that have work because of it: woken by a signal after commits, and by a slow
 * poll should a signal be lost. That they have work stands in the database by then, so a wake-up that is lost costs a delay.
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
    private readonly wakeUp: (wanted: readonly Wanted[]) => Promise<void>,
    private readonly onError: (error: Error) => void,
  ) {}

  start(): void {
    this.wake();
    this.timer = setInterval(() => this.wake(), pollMillis);
  }

  /** Looks for events soon; several wake-ups while it looks are one. */
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
        this.again = false;
        const { numbered, waiting } = await this.outbox.relayAcrossTenants();
        if (numbered > 0) this.again = true;
        for (const work of waiting) this.toWake.set(`${work.subscription} ${work.tenantId}`, work);
        if (this.toWake.size > 0) this.waking ??= this.wakeAll().finally(() => (this.waking = undefined));
      }
    } catch (error) {
      this.again = false; // the poll tries again
      this.onError(error as Error);
    }
  }

  /** Beside the numbering, which a slow queue must not hold up. */
  private async wakeAll(): Promise<void> {
    while (this.toWake.size > 0) {
      const waiting = [...this.toWake.values()];
      this.toWake.clear();
      await this.wakeUp(waiting.map(({ subscription, tenantId }) => ({ verb: subscription, tenantId, input: null })));
    }
  }
}
