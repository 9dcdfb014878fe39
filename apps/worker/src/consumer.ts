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
  observe: (useCase: string, outcome: 'done' | 'failed', seconds: number) => void;
  onError: (error: Error, useCase: string) => void;
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

  readonly work = async ({ useCase, tenantId, input }: WorkItem): Promise<void> => {
    const job = this.jobs.get(useCase);
    if (!job) return this.reportUnknown(useCase);
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    try {
      await inTenant(tenantId, () =>
        input === null ? this.options.subscriber.catchUp(job as EventJob) : this.run(job, input),
      );
      this.options.observe(useCase, 'done', seconds());
    } catch (error) {
      this.options.observe(useCase, 'failed', seconds());
      this.options.onError(error as Error, useCase); // retried from PostgreSQL
    }
  };

  /** Once per name: no feature declares the job, or another version queued it and will find it in the database. */
  private reportUnknown(useCase: string): void {
    if (this.reportedUnknown.has(useCase)) return;
    this.reportedUnknown.add(useCase);
    this.options.onError(new Error('no feature here has a job of this name'), useCase);
  }

  private async run(job: Job, input: object): Promise<void> {
    await this.options.wake(followUpsIn(await this.options.container.get(job.run).run(input)));
  }
}
