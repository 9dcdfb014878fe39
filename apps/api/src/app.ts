import compression from 'compression';
import cors from 'cors';
import express, { type Express } from 'express';
import helmet from 'helmet';
import type { Feature } from '@tandem/platform/feature/feature';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import type { Settings } from '@tandem/platform/settings/settings';
import { apiRouter } from './http/api-router.js';
import { apiPrefix, type Edge } from './http/edge.js';
import type { Authenticator } from './http/authenticator.js';
import { HttpProblem } from './http/http-problem.js';
import { countFailed, countPublic } from './http/limits/rate-limit.js';
import { readableHeaders } from './http/openapi/answer-headers.js';
import { answerProblems } from './http/render-problem.js';
import { collectFacts, forbidCaching, refuseAmbiguous } from './http/request-context.js';
import { mcpHandlers, mcpPath } from './mcp/mcp-endpoint.js';
import { protectedResource } from './mcp/protected-resource.js';

export { openapiDocument } from './http/openapi/openapi-document.js';

export interface AppOptions {
  settings: Settings;
  operationalRoutes: express.Router;
  authenticator: Authenticator;
}

/** Compressing shorter responses costs more than it saves. */
const threshold = 1024;

/** The Express app over the routes of all features. Every request passes the middleware in this order. */
export function makeApp(features: readonly Feature[], edge: Edge, options: AppOptions): Express {
  const { CORS_ORIGINS: origin, TRUST_PROXY, MCP_ENABLED, AUTH_ISSUER } = options.settings;
  const vocabulary = vocabularyOf(features);
  const app = express();
  app.disable('etag').disable('x-powered-by').set('query parser', false).set('trust proxy', TRUST_PROXY);
  app.use(helmet(), collectFacts, refuseAmbiguous);
  app.use((_request, _response, next) => vocabulary.within(next));
  if (origin.length) app.use(cors({ origin, exposedHeaders: readableHeaders }));
  app.use(apiPrefix, forbidCaching, compression({ threshold }), apiRouter(features, edge));
  if (MCP_ENABLED) app.all(mcpPath, forbidCaching, ...mcpHandlers(features, edge, options));
  app.use(countPublic(edge), options.operationalRoutes);
  if (MCP_ENABLED && AUTH_ISSUER) app.use(protectedResource(() => edge.publicUrl, AUTH_ISSUER));
  app.use((request) => {
    throw new HttpProblem(404, 'not_found', `There is nothing at ${request.path}.`);
  });
  app.use(countFailed(edge), answerProblems(edge));
  return app;
}
