import express, { type Request, type Response, type Router } from 'express';
import type { Redis } from 'ioredis';
import { unauthenticated } from '@tandem/domain/core/errors';
import type { Feature } from '@tandem/platform/feature/feature';
import type { Database } from '@tandem/platform/postgres/database';
import { MetricsPage } from '@tandem/platform/serving/metrics-page';
import { sharedFor } from '@tandem/platform/serving/shared-for';
import { apiPrefix, type Edge } from './edge.js';
import { version } from './openapi/openapi-document.js';
import { problemPages } from './pages/problem-pages.js';
import { referencePages } from './pages/reference-pages.js';

interface OperationalRoutesOptions {
  features: readonly Feature[];
  edge: Edge;
  database: Database;
  redis: Redis | undefined;
  metricsToken: string;
}

/** How long an answer of the database and the queue counts as fresh. */
const readyMillis = 1000;

/** Routes beside the API: health, metrics and documentation. */
export function operationalRoutes({ features, edge, database, redis, metricsToken }: OperationalRoutesOptions): Router {
  const router = express.Router();
  const metrics = new MetricsPage(edge.metrics.registry, metricsToken);
  const look = sharedFor(readyMillis, () => checks(database, redis));
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const checks = await look();
    const ready = Object.values(checks).every((check) => check === 'ok');
    if (!ready) response.set('retry-after', '1');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', checks });
  });
  router.get('/metrics', async (request, response) => {
    if (!metrics.isOpenTo(request.headers.authorization)) throw unauthenticated();
    response.set({ 'Content-Type': metrics.type, 'Cache-Control': 'no-store' }).send(await metrics.text());
  });
  const lead = (request: Request, response: Response) => welcome(request, response, edge.publicUrl);
  router.get('/', lead).get(apiPrefix, lead);
  router.use(referencePages(features), problemPages(edge.problems));
  return router;
}

const checks = async (database: Database, redis: Redis | undefined) => ({
  database: await works(() => database.pool.query('select 1')),
  ...(redis ? { queue: await works(() => redis.ping()) } : {}),
});

const works = (check: () => Promise<unknown>): Promise<'ok' | 'unavailable'> =>
  check().then(
    () => 'ok',
    () => 'unavailable',
  );

/** Who opens the address of the server or of its API is led to the reference: a browser at once, a program by links. */
function welcome(request: Request, response: Response, publicUrl: string): void {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) === 'html') return response.redirect('/docs');
  response.set('Cache-Control', 'no-cache').json({
    name: 'Tandem',
    version,
    api: publicUrl + apiPrefix,
    documentation: `${publicUrl}/docs`,
    openapi: `${publicUrl}/openapi.json`,
    health: `${publicUrl}/readyz`,
  });
}
