import type { RequestHandler } from 'express';
import type { Edge } from './edge.js';
import { factsOf } from './request-context.js';

export const observed =
  (route: string, { metrics, requestLogger }: Edge): RequestHandler =>
  (request, response, next) => {
    const started = performance.now();
    response.locals.isCounted = true;
    response.once('close', () => {
      const labels = { method: request.method, route, status: response.statusCode };
      const millis = performance.now() - started;
      metrics.durations.observe(labels, millis / 1000);
      requestLogger.info({ ...labels, ms: Math.round(millis * 10) / 10, request_id: factsOf(response).requestId });
    });
    next();
  };
