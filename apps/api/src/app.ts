import compression from 'compression';
import cors from 'cors';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Feature, Route } from '@tandem/platform/feature/feature';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import type { TrustedProxies } from '@tandem/platform/serving/trusted-proxies';
import { apiPrefix, type Edge } from './http/edge.js';
import { HttpProblem } from './http/http-problem.js';
import { readableHeaders } from './http/openapi/answer-headers.js';
import { factsOf } from './http/request-facts.js';
import { countPublic, mustNameHost } from './http/public-requests.js';
import { sendProblem } from './http/render-problem.js';
import { handle } from './http/route-handler.js';
import { securityHeaders } from './http/security-headers.js';

export { openapiDocument } from './http/openapi/openapi-document.js';

export interface AppOptions {
  corsOrigins: readonly string[];
  trustProxy: TrustedProxies;
  /** Routes beside the API: health, metrics, documentation. */
  surroundings: express.Router;
}

/** The Express app over the routes of all features; `main` and the tests call this same function. */
export function makeApp(features: readonly Feature[], edge: Edge, options: AppOptions): Express {
  const app = express();
  app.disable('etag').disable('x-powered-by').set('query parser', false).set('trust proxy', options.trustProxy);
  const words = vocabularyOf(features);
  app.use((_request, _response, next) => words.within(next));
  app.use(mustNameHost);
  app.use(securityHeaders());
  if (options.corsOrigins.length) app.use(cors({ origin: [...options.corsOrigins], exposedHeaders: readableHeaders }));
  const routes = features.flatMap((feature) => feature.routes ?? []);
  app.use(apiPrefix, keptByNobody, compressed(), apiRouter(routes, edge));
  app.use(countPublic(edge), options.surroundings);
  app.use((request) => {
    throw new HttpProblem(404, 'not_found', `There is nothing at ${request.path}.`);
  });
  app.use(problemOf(edge));
  return app;
}

/** Answers are for their caller and this moment only: no cache or browser may keep them (RFC 9111). */
const keptByNobody: express.RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

function compressed(): express.RequestHandler {
  const compress = compression({ threshold: 1024 });
  return (request, response, next) => (request.headers['accept-encoding'] ? compress(request, response, next) : next());
}

function problemOf(edge: Edge): express.ErrorRequestHandler {
  const count = countPublic(edge);
  return async (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const reason = await count(request, response).then(
      () => fromExpress(error),
      (refused: unknown) => refused,
    );
    sendProblem(reason, request, response, { edge, requestId: factsOf(request).requestId });
  };
}

/** One router for each first path segment, so that a request is matched against few paths only. */
function apiRouter(routes: Route[], edge: Edge): express.Router {
  const router = express.Router({ caseSensitive: true });
  const segmentOf = ({ path }: Route) => /^\/[^/]+/.exec(path)![0];
  for (const segment of new Set(routes.map(segmentOf))) {
    const own = routes.filter((route) => segmentOf(route) === segment);
    router.use(segment, segmentRouter(own, segment.length, edge));
  }
  return router;
}

/** Literal paths come before those with parameters; a known path answers other methods with 405 and `Allow`. */
function segmentRouter(routes: Route[], skip: number, edge: Edge): express.Router {
  const router = express.Router({ caseSensitive: true });
  const paths = [...new Set(routes.map((route) => route.path))];
  for (const path of paths.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    const own = routes.filter((route) => route.path === path);
    const rest = path.slice(skip) || '/';
    for (const route of own) router[route.method](rest, handle(route, edge));
    for (const route of own.filter(({ lenient }) => lenient)) router.use(undecoded(route, rest, handle(route, edge)));
    const allow = own.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ');
    router.all(rest, (request) => {
      throw new HttpProblem(405, 'method_not_allowed', `${request.method} is not possible here.`, { allow });
    });
  }
  return router;
}

/** A lenient operation answers for an address that cannot be decoded too: what stands in it is taken as it came. */
function undecoded({ method }: Route, path: string, handler: express.RequestHandler): express.ErrorRequestHandler {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const form = new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}/?$`);
  return (error, request, response, next) => {
    const found = request.method === method.toUpperCase() ? form.exec(request.path) : null;
    if (!found) return next(error);
    request.params = Object.fromEntries(names.map((name, at) => [name, found[at + 1]!]));
    return handler(request, response, next);
  };
}

/** A tilde comes behind every letter, in the order of code units only. */
const rank = (path: string) => path.replace(/:\w+/g, '~');

function fromExpress(error: unknown): unknown {
  const status = (error as { status?: number }).status;
  if (error instanceof HttpProblem || !status || status >= 500) return error;
  return new HttpProblem(400, 'malformed_request', 'The request is not well formed.');
}
