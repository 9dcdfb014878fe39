import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Feature } from '@tandem/platform/feature/feature';
import { FeatureMeter } from '@tandem/platform/process/feature-meter';

export class HttpMetrics {
  readonly registry = new Registry();
  /** Only counts: workers publish the levels and times that features declare. */
  readonly meter: FeatureMeter;
  readonly durations: Histogram;

  constructor(features: readonly Feature[]) {
    this.meter = new FeatureMeter(features, this.registry, ['count']);
    collectDefaultMetrics({ register: this.registry });
    this.durations = new Histogram({
      name: 'tandem_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.registry],
    });
  }
}
