import cors from 'cors';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Feature } from '@tandem/platform/feature/feature';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import type { TrustedProxies } from '@tandem/platform/serving/trusted-proxies';
import type { Edge } from './http/edge.js';
import { HttpProblem } from './http/http-problem.js';
import { readableHeaders } from './http/openapi/answer-headers.js';
import { countPublic, mustNameHost } from './http/limits/public-requests.js';
import { sendProblem } from './http/render-problem.js';
import { factsOf } from './http/request-facts.js';
import { securityHeaders } from './http/send.js';
import { serveRoutes } from './http/serve-routes.js';
import { McpEndpoint, type McpOptions, mcpPath } from './mcp/mcp-endpoint.js';
import { protectedResource } from './mcp/protected-resource.js';

export { openapiDocument } from './http/openapi/openapi-document.js';

export interface AppOptions {
  corsOrigins: readonly string[];
  trustProxy: TrustedProxies;
  /** Routes beside the API: health, metrics, documentation. */
  operationalRoutes: express.Router;
  /** Where models find the workspace; undefined where the operator closed it. */
  mcp: McpOptions | undefined;
}

/** The Express app over the routes of all features; `main` and the tests call this same function. */
export function makeApp(features: readonly Feature[], edge: Edge, options: AppOptions): Express {
  const app = express();
  app.disable('etag').disable('x-powered-by').set('query parser', false).set('trust proxy', options.trustProxy);
  const vocabulary = vocabularyOf(features);
  const routes = features.flatMap((feature) => feature.routes ?? []);
  app.use((request, _response, next) => {
    mustNameHost(request);
    vocabulary.within(next);
  });
  if (options.corsOrigins.length)
    app.use(secure, cors({ origin: [...options.corsOrigins], exposedHeaders: readableHeaders }));
  app.use(serveRoutes(routes, edge));
  if (options.mcp) app.all(mcpPath, new McpEndpoint(features, edge, options.mcp).handle);
  app.use(secure, countPublic(edge), options.operationalRoutes);
  if (options.mcp?.issuer) app.use(protectedResource(() => edge.publicUrl, options.mcp.issuer));
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
