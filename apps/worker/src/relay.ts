import type { Batch, Outbox } from '@tandem/domain/core/outbox';
import type { Feature, Job } from '@tandem/platform/feature';
import type { Queues, Wanted } from './queues.js';

const pollMillis = 1000;

/**
 * Brings what happened to the queue: woken by a signal after commits, and by a slow poll should a signal be lost. A crash
 * between queue and database repeats the jobs of a batch, which their deterministic ids and careful use cases make harmless.
 */
export class Relay {
  private readonly jobs: Job[];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    features: readonly Feature[],
    private readonly outbox: Outbox,
    private readonly queues: Queues,
    private readonly onError: (error: Error) => void,
  ) {
    this.jobs = features.flatMap((feature) => feature.jobs ?? []).filter((job) => job.on);
  }

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
  }

  private async drain(): Promise<void> {
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        for (const batch of await this.outbox.takeAcrossTenants()) await this.relay(batch);
      }
    } catch (error) {
      this.again = false; // the poll tries again
      this.onError(error as Error);
    }
  }

  private async relay(batch: Batch): Promise<void> {
    if (batch.events.length) {
      await this.queues.add(this.jobs.flatMap((job) => wantedBy(job, batch)));
      this.again = true;
    }
    await this.outbox.relayed(batch);
  }
}

function wantedBy(job: Job, { tenantId, from, to, events }: Batch): Wanted[] {
  if (job.on === '*') return [{ verb: job.name, tenantId, input: { from, to } }];
  return events.filter(({ type }) => job.on!.includes(type)).map((input) => ({ verb: job.name, tenantId, input }));
}
