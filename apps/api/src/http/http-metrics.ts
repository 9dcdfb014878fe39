import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Feature } from '@tandem/platform/feature/feature';
import { FeatureMeter } from '@tandem/platform/process/feature-meter';
import type { Logger } from '@tandem/platform/settings/logger';
import { factsOf } from './request-context.js';

export class HttpMetrics {
  readonly registry = new Registry();
  readonly meter: FeatureMeter;
  readonly durations: Histogram;

  constructor(features: readonly Feature[]) {
    this.meter = new FeatureMeter(features, this.registry, 'api');
    collectDefaultMetrics({ register: this.registry });
    this.durations = new Histogram({
      name: 'tandem_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its response, or to the first byte of a streamed one',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.registry],
    });
  }
}

interface Observers {
  metrics: HttpMetrics;
  requestLogger: Logger;
}

export const observed =
  (route: string, { metrics, requestLogger }: Observers): RequestHandler =>
  (request, response, next) => {
    const started = performance.now();
    response.locals.isCounted = true;
    response.once('close', () => {
      const labels = { method: request.method, route, status: response.statusCode };
      const now = performance.now();
      const millis = now - started;
      const begun = response.locals.streamsSince as number | undefined;
      metrics.durations.observe(labels, ((begun ?? now) - started) / 1000);
      requestLogger.info({ ...labels, ms: Math.round(millis * 10) / 10, request_id: factsOf(response).requestId });
    });
    next();
  };
