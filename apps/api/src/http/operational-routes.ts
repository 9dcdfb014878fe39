import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { unauthenticated } from '@tandem/domain/core/errors';
import type { Feature } from '@tandem/platform/feature/feature';
import type { Dependencies } from '@tandem/platform/process/dependencies';
import { MetricsPage } from '@tandem/platform/serving/metrics-page';
import { apiPrefix, type Edge } from './edge.js';
import { version } from './openapi/openapi-document.js';
import { problemPages } from './pages/problem-pages.js';
import { referencePages } from './pages/reference-pages.js';
import { refuseChanges } from './refuse-method.js';

export function operationalRoutes(
  features: readonly Feature[],
  edge: Edge,
  dependencies: Dependencies,
  metricsToken: string,
): Router {
  const router = express.Router();
  const metrics = new MetricsPage(edge.metrics.registry, metricsToken);
  const page = (path: string, handler: RequestHandler) => router.route(path).get(handler).all(refuseChanges);
  page('/livez', (_request, response) => void response.json({ status: 'ok' }));
  page('/readyz', async (_request, response) => {
    const { isReady, checks } = await dependencies.readiness();
    if (!isReady) response.set('retry-after', '1');
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'unavailable', checks });
  });
  page('/metrics', async (request, response) => {
    if (!metrics.isOpenTo(request.headers.authorization)) throw unauthenticated();
    response.set({ 'Content-Type': metrics.type, 'Cache-Control': 'no-store' }).send(await metrics.text());
  });
  const root = (request: Request, response: Response) => welcome(request, response, edge.publicUrl);
  page('/', root);
  page(apiPrefix, root);
  router.use(
    referencePages(features, () => edge.publicUrl),
    problemPages(edge.problems),
  );
  return router;
}

/** Leads to the reference: browsers by a redirect, programs by links. */
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
