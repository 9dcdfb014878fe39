import type { Outbox, WaitingWork } from '@tandem/domain/core/events/subscriptions';
import type { Wake } from './work-request.js';

const pollMillis = 1000;

/** Runs on a signal after each commit and by a slow poll; the database holds the work, so a signal may be lost. */
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
    /** Settles once due schedules have started: thousands may be due at once, and their events must not delay them. */
    private readonly punctualWork: () => Promise<void>,
  ) {}

  start(): void {
    this.wake();
    this.timer = setInterval(() => this.wake(), pollMillis);
  }

  /** Merges wake-ups that arrive during a run into one. */
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
        await this.punctualWork();
        this.again = false;
        const { hasMore, waiting } = await this.outbox.relayAcrossTenants();
        if (hasMore) this.again = true;
        for (const work of waiting) this.toWake.set(`${work.subscription} ${work.tenantId}`, work);
        if (this.toWake.size > 0) this.waking ??= this.wakeAll().finally(() => (this.waking = undefined));
      }
    } catch (error) {
      this.again = false; // the poll retries
      this.onError(error as Error);
    }
  }

  /** Separate from the numbering, which a slow queue must not delay. */
  private async wakeAll(): Promise<void> {
    while (this.toWake.size > 0) {
      const waiting = [...this.toWake.values()];
      this.toWake.clear();
      await this.wakeUp(
        waiting.map(({ subscription, tenantId }) => ({ useCase: subscription, tenantId, input: null })),
      );
    }
  }
}
