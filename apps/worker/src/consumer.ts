import { Next } from '@tandem/domain/core/happened';
import { inScope, systemScope } from '@tandem/domain/core/scope';
import type { Container } from '@tandem/platform/container';
import type { Feature, Job } from '@tandem/platform/feature';
import type { Queues, WorkItem } from './queues.js';

/** Turns work from the queue into a use case, in the scope of its tenant with the product itself as actor. */
export class Consumer {
  private readonly jobs: Map<string, Job>;

  constructor(
    features: readonly Feature[],
    private readonly container: Container,
    private readonly queues: Queues,
    private readonly observe: (verb: string, outcome: 'done' | 'failed', seconds: number) => void,
  ) {
    this.jobs = new Map(features.flatMap((feature) => feature.jobs ?? []).map((job) => [job.name, job]));
  }

  /** Runs the verb and puts what it says is next into the queue. */
  readonly work = async ({ verb, tenantId, input }: WorkItem): Promise<void> => {
    const job = this.jobs.get(verb);
    if (!job) return; // left in the queue by a version that knew it
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    try {
      const result = (await inScope(systemScope(tenantId), () => this.container.get(job.run).run(input))) as unknown;
      await this.queues.add(nextOf(result));
      this.observe(verb, 'done', seconds());
    } catch (error) {
      this.observe(verb, 'failed', seconds());
      throw error;
    }
  };
}

/** What a use case answered with, as far as it names further work. */
export const nextOf = (result: unknown): Next[] =>
  (Array.isArray(result) ? result : [result]).filter((one): one is Next => one instanceof Next);
