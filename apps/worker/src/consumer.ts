import { followUpsIn } from '@tandem/domain/core/events/follow-up';
import { inTenant } from '@tandem/domain/core/scope';
import type { Container } from '@tandem/platform/feature/container';
import type { Feature, Job } from '@tandem/platform/feature/feature';
import type { EventJob, Subscriber } from './subscriber.js';
import type { Wake, WorkItem } from './work-request.js';

interface ConsumerOptions {
  container: Container;
  subscriber: Subscriber;
  wake: Wake;
  observe: (verb: string, outcome: 'done' | 'failed', seconds: number) => void;
  onError: (error: Error, verb: string) => void;
}

/** Runs the use case that an item names, in the scope of its tenant with the product itself as actor. */
export class Consumer {
  private readonly jobs: Map<string, Job>;
  private readonly unknown = new Set<string>();

  constructor(
    features: readonly Feature[],
    private readonly options: ConsumerOptions,
  ) {
    this.jobs = new Map(features.flatMap((feature) => feature.jobs ?? []).map((job) => [job.name, job]));
  }

  readonly work = async ({ verb, tenantId, input }: WorkItem): Promise<void> => {
    const job = this.jobs.get(verb);
    if (!job) return this.tellUnknown(verb);
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    try {
      await inTenant(tenantId, () =>
        input === null ? this.options.subscriber.catchUp(job as EventJob) : this.run(job, input),
      );
      this.options.observe(verb, 'done', seconds());
    } catch (error) {
      this.options.observe(verb, 'failed', seconds());
      this.options.onError(error as Error, verb); // it is tried again from PostgreSQL
    }
  };

  /** Tells each name once. Another version may have queued it, which will find the work in the database, or nobody declares the job. */
  private tellUnknown(verb: string): void {
    if (this.unknown.has(verb)) return;
    this.unknown.add(verb);
    this.options.onError(new Error('no feature here has a job of this name'), verb);
  }

  /** Runs the verb and has the work done that its answer names. */
  private async run(job: Job, input: object): Promise<void> {
    await this.options.wake(followUpsIn(await this.options.container.get(job.run).run(input)));
  }
}
