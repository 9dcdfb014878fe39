import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Queues } from './queues.js';

/** Prometheus metrics of a worker process. */
export class WorkerMetrics {
  readonly registry = new Registry();
  private readonly durations: Histogram;

  constructor(queues: Queues) {
    collectDefaultMetrics({ register: this.registry });
    this.durations = new Histogram({
      name: 'tandem_job_duration_seconds',
      help: 'Time a job took',
      labelNames: ['verb', 'outcome'],
      registers: [this.registry],
    });
    new Gauge({
      name: 'tandem_queue_jobs',
      help: 'Jobs by queue and state',
      labelNames: ['queue', 'state'],
      registers: [this.registry],
      async collect() {
        for (const [queue, counts] of Object.entries(await queues.counts().catch(() => ({}))))
          for (const [state, count] of Object.entries(counts)) this.labels(queue, state).set(count);
      },
    });
  }

  readonly observe = (verb: string, outcome: 'done' | 'failed', seconds: number): void =>
    this.durations.labels(verb, outcome).observe(seconds);
}
