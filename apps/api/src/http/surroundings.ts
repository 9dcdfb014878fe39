import express, { type Router } from 'express';
import type { Redis } from 'ioredis';
import type { Feature } from '@tandem/platform/feature';
import type { Database } from '@tandem/platform/postgres/database';
import type { Edge } from './edge.js';
import { problemPages } from './problem-pages.js';
import { referencePages } from './reference-pages.js';

interface Surroundings {
  features: readonly Feature[];
  edge: Edge;
  database: Database;
  redis: Redis | undefined;
}

/** What stands around the API: health, metrics and documentation. */
export function surroundings({ features, edge, database, redis }: Surroundings): Router {
  const router = express.Router();
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const checks = {
      database: await works(() => database.pool.query('select 1')),
      ...(redis ? { queue: await works(() => redis.ping()) } : {}),
    };
    const ready = Object.values(checks).every((check) => check === 'ok');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', checks });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(edge.metrics.registry.contentType).send(await edge.metrics.registry.metrics());
  });
  router.use(referencePages(features), problemPages(features));
  return router;
}

async function works(check: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  return check().then(
    () => 'ok',
    () => 'unavailable',
  );
}
