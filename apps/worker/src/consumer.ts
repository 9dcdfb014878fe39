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

/** Runs the use case of an item, in the scope of its tenant with the system as actor. */
export class Consumer {
  private readonly jobs: Map<string, Job>;
  private readonly reportedUnknown = new Set<string>();

  constructor(
    features: readonly Feature[],
    private readonly options: ConsumerOptions,
  ) {
    this.jobs = new Map(features.flatMap((feature) => feature.jobs ?? []).map((job) => [job.name, job]));
  }

  readonly work = async ({ verb, tenantId, input }: WorkItem): Promise<void> => {
    const job = this.jobs.get(verb);
    if (!job) return this.reportUnknown(verb);
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    try {
      await inTenant(tenantId, () =>
        input === null ? this.options.subscriber.catchUp(job as EventJob) : this.run(job, input),
      );
      this.options.observe(verb, 'done', seconds());
    } catch (error) {
      this.options.observe(verb, 'failed', seconds());
      this.options.onError(error as Error, verb); // retried from PostgreSQL
    }
  };

  /** Once per name: no feature declares the job, or another version queued it and will find it in the database. */
  private reportUnknown(verb: string): void {
    if (this.reportedUnknown.has(verb)) return;
    this.reportedUnknown.add(verb);
    this.options.onError(new Error('no feature here has a job of this name'), verb);
  }

  private async run(job: Job, input: object): Promise<void> {
    await this.options.wake(followUpsIn(await this.options.container.get(job.run).run(input)));
  }
}
