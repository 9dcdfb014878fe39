import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '@tandem/domain/core/clock';
import { followUpsIn } from '@tandem/domain/core/events/follow-up';
import { inTenant, noTenant } from '@tandem/domain/core/scope';
import type { Container } from '@tandem/platform/feature/container';
import type { Feature, Job } from '@tandem/platform/feature/feature';
import type { Wake } from './work-request.js';

/** The relay waits for punctual work no longer than this. */
const timeoutMillis = 2000;

type Recurring = Job & { everySeconds: number };

/** Runs by each worker's own clock, not through the queue, since these use cases restore work that the queue lost. */
export class Timetable {
  private readonly jobs: Recurring[];
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private readonly punctual = new Set<Promise<void>>();
  private stopped = false;

  constructor(
    features: readonly Feature[],
    private readonly container: Container,
    private readonly wake: Wake,
    private readonly onError: (error: Error, useCase: string) => void,
  ) {
    const all = features.flatMap((feature) => feature.jobs ?? []);
    this.jobs = all.filter((job): job is Recurring => job.everySeconds !== undefined);
  }

  start(): void {
    for (const job of this.jobs) this.schedule(job, 0);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.allSettled(this.running);
  }

  /** Settles when running punctual jobs end, or after the timeout. */
  async punctualWork(): Promise<void> {
    if (this.punctual.size === 0) return;
    await Promise.race([Promise.all(this.punctual), pause(timeoutMillis, undefined, { ref: false })]);
  }

  private schedule(job: Recurring, millis: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = this.run(job).finally(() => {
        this.running.delete(run);
        this.punctual.delete(run);
        this.schedule(job, pauseOf(job));
      });
      this.running.add(run);
      if (job.isPunctual) this.punctual.add(run);
    }, millis);
    this.timers.add(timer);
  }

  private async run(job: Job): Promise<void> {
    try {
      const result: unknown = await inTenant(noTenant, () => this.container.get(job.run).run(undefined));
      await this.wake(followUpsIn(result));
    } catch (error) {
      this.onError(error as Error, job.name);
    }
  }
}

/** A tenth of jitter spreads several workers. Punctual jobs run at the start of a second, when schedules fall due. */
const pauseOf = (job: Recurring): number =>
  job.isPunctual
    ? 1000 - (clock.millis() % 1000) + Math.random() * 10
    : job.everySeconds * 1000 * (0.95 + Math.random() * 0.1);
