import cors from 'cors';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Feature } from '@tandem/platform/feature/feature';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import type { Settings } from '@tandem/platform/settings/settings';
import type { Edge } from './http/edge.js';
import { HttpProblem } from './http/http-problem.js';
import { readableHeaders } from './http/openapi/answer-headers.js';
import { countPublic, mustBeUnambiguous } from './http/limits/public-requests.js';
import { sendProblem } from './http/render-problem.js';
import { factsOf } from './http/request-facts.js';
import { securityHeaders } from './http/send.js';
import { serveRoutes } from './http/serve-routes.js';
import type { Authenticator } from './http/authenticator.js';
import { McpEndpoint, mcpPath } from './mcp/mcp-endpoint.js';
import { protectedResource } from './mcp/protected-resource.js';

export { openapiDocument } from './http/openapi/openapi-document.js';

export interface AppOptions {
  settings: Settings;
  /** Routes beside the API: health, metrics, documentation. */
  operationalRoutes: express.Router;
  /** Knows the callers of the tools for models. */
  authenticator: Authenticator;
}

/** The Express app over the routes of all features; `main` and the tests call this same function. */
export function makeApp(features: readonly Feature[], edge: Edge, options: AppOptions): Express {
  const { CORS_ORIGINS: origin, TRUST_PROXY, MCP_ENABLED, AUTH_ISSUER } = options.settings;
  const app = express();
  app.disable('etag').disable('x-powered-by').set('query parser', false).set('trust proxy', TRUST_PROXY);
  const vocabulary = vocabularyOf(features);
  const routes = features.flatMap((feature) => feature.routes ?? []);
  app.use((request, _response, next) => {
    mustBeUnambiguous(request);
    vocabulary.within(next);
  });
  if (origin.length) app.use(secure, cors({ origin, exposedHeaders: readableHeaders }));
  app.use(serveRoutes(routes, edge));
  if (MCP_ENABLED) app.all(mcpPath, new McpEndpoint(features, edge, options).handle);
  app.use(secure, countPublic(edge), options.operationalRoutes);
  if (MCP_ENABLED && AUTH_ISSUER) app.use(protectedResource(() => edge.publicUrl, AUTH_ISSUER));
  app.use((request) => {
    throw new HttpProblem(404, 'not_found', `There is nothing at ${request.path}.`);
  });
  app.use(answerProblems(edge));
  return app;
}

const secure: express.RequestHandler = (_request, response, next) => {
  response.set(securityHeaders);
  next();
};

/** Answers what was thrown before a route's handler took over, or where no route was asked for. */
function answerProblems(edge: Edge): express.ErrorRequestHandler {
  const count = countPublic(edge);
  return async (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const reason = await count(request, response).then(
      () => inOurWords(error),
      (refusal: unknown) => refusal,
    );
    sendProblem(reason, request, response, { edge, headers: { 'x-request-id': factsOf(request).requestId } });
  };
}

/** Express and what it uses say by a status below 500 that the request itself is wrong. */
function inOurWords(error: unknown): unknown {
  const status = (error as { status?: number }).status;
  if (error instanceof HttpProblem || !status || status >= 500) return error;
  return new HttpProblem(400, 'malformed_request', 'The request is not well formed.');
}
