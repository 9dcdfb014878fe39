import { inTenant } from '@tandem/domain/core/scope';
import type { Container } from '@tandem/platform/feature/container';
import type { Feature, Job } from '@tandem/platform/feature/feature';
import type { EventJob, Subscriber } from './subscriber.js';
import { followUpsIn, type Wanted, type WorkItem } from './wanted.js';

interface Surroundings {
  container: Container;
  subscriber: Subscriber;
  wake: (wanted: readonly Wanted[]) => Promise<void>;
  observe: (verb: string, outcome: 'done' | 'failed', seconds: number) => void;
  onError: (error: Error, verb: string) => void;
}

/** Runs the use case that an item names, in the scope of its tenant with the product itself as actor. */
export class Consumer {
  private readonly jobs: Map<string, Job>;

  constructor(
    features: readonly Feature[],
    private readonly at: Surroundings,
  ) {
    this.jobs = new Map(features.flatMap((feature) => feature.jobs ?? []).map((job) => [job.name, job]));
  }

  readonly work = async ({ verb, tenantId, input }: WorkItem): Promise<void> => {
    const job = this.jobs.get(verb);
    if (!job) return; // left in the queue by a version that knew it
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    try {
      await inTenant(tenantId, () =>
        input === null ? this.at.subscriber.catchUp(job as EventJob) : this.run(job, input),
      );
      this.at.observe(verb, 'done', seconds());
    } catch (error) {
      this.at.observe(verb, 'failed', seconds());
      this.at.onError(error as Error, verb); // it is tried again from PostgreSQL
    }
  };

  /** Runs the verb and has the work done that its answer names. */
  private async run(job: Job, input: object): Promise<void> {
    await this.at.wake(followUpsIn(await this.at.container.get(job.run).run(input)));
  }
}
