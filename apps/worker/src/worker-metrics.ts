import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { SubscriptionLag, SubscriptionStates } from '@tandem/domain/core/events/subscriptions';
import { sharedFor } from '@tandem/platform/serving/shared-for';
import type { Queues } from './queues.js';

/** How long figures from tables are cached: reading them loads the database, and several scrapers may ask. */
const freshMillis = 5000;

export class WorkerMetrics {
  private readonly durations: Histogram;
  private readonly failures: Counter;

  constructor(
    private readonly registry: Registry,
    queues: Queues,
    subscriptions: SubscriptionStates,
  ) {
    collectDefaultMetrics({ register: registry });
    this.durations = new Histogram({
      name: 'tandem_job_duration_seconds',
      help: 'Duration of a job',
      labelNames: ['verb', 'outcome'],
      registers: [registry],
    });
    this.failures = new Counter({
      name: 'tandem_subscription_failures_total',
      help: 'Failed attempts of a subscription to handle an event',
      labelNames: ['subscription'],
      registers: [registry],
    });
    this.gaugeQueues(queues);
    this.gaugeSubscriptions(subscriptions);
  }

  readonly observe = (useCase: string, outcome: 'done' | 'failed', seconds: number): void =>
    this.durations.labels(useCase, outcome).observe(seconds);

  readonly failed = (subscription: string): void => this.failures.labels(subscription).inc();

  private gaugeQueues(queues: Queues): void {
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

  private gaugeSubscriptions(states: SubscriptionStates): void {
    const lags = sharedFor(freshMillis, () => states.lagAcrossTenants());
    const gauge = (name: string, help: string, value: (lag: SubscriptionLag) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ['subscription'],
        registers: [this.registry],
        async collect() {
          for (const lag of await lags().catch(() => [])) this.labels(lag.subscription).set(value(lag));
        },
      });
    gauge('tandem_subscription_lag_events', 'Events that a subscription has not handled yet', ({ events }) => events);
    gauge(
      'tandem_subscription_lag_seconds',
      'Age of the oldest pending work of a subscription',
      ({ seconds }) => seconds,
    );
    gauge(
      'tandem_subscription_standing',
      'Tenants in which a subscription is stuck at a failing event',
      ({ stuckTenants }) => stuckTenants,
    );
  }
}
