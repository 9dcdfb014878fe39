import express, { type ErrorRequestHandler, type RequestHandler, type Response, type Router } from 'express';
import { inScope } from '@tandem/domain/core/scope';
import { type Feature, mediaTypeOf, type Route } from '@tandem/platform/feature/feature';
import { acceptsAny, factsOf, scopeOf } from './request-context.js';
import { authenticated } from './authenticator.js';
import type { Edge } from './edge.js';
import { HttpProblem } from './http-problem.js';
import { sentKey } from './idempotency.js';
import { InputReader, inTermsOfBody } from './inputs/read-input.js';
import { TooManyRequests } from './limits/rate-limit.js';
import { RoutePerformer } from './perform-route.js';
import { observed } from './http-metrics.js';
import { refuseMethod } from './refuse-method.js';
import { renderResponse, type Rendering } from './render-response.js';
import { renderProblem } from './render-problem.js';
import { sendChunks } from './send-chunks.js';

/** A router per first segment: Express tries routes one after another, and all of them took half of a short request. */
export function apiRouter(features: readonly Feature[], edge: Edge): RequestHandler {
  const routers = new Map<string, Router>();
  for (const group of routesByPath(features)) {
    const segment = firstSegment(group[0]!.path);
    const router = routers.get(segment) ?? express.Router({ caseSensitive: true });
    routers.set(segment, router);
    for (const route of group) {
      if (route.lenient) router.use(escapeUndecodable(route));
      router[route.method](route.path, ...handlersOf(route, edge));
    }
    router.all(group[0]!.path, refuseMethod(methodsOf(group)));
  }
  return (request, response, next) => {
    const router = routers.get(firstSegment(request.path));
    if (router) router(request, response, next);
    else next();
  };
}

const firstSegment = (path: string) => path.split('/', 2)[1]!;

const parameter = /:\w+/g;

/** Routes by path, `/webhook-events/recover` before `/webhook-events/:id`: Express takes the first match. */
export function routesByPath(features: readonly Feature[]): Route[][] {
  const routes = features.flatMap((feature) => feature.routes ?? []);
  // A tilde sorts after every character of a literal segment.
  const rank = ({ path }: Route) => path.replace(parameter, '~');
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(rank(route), [...(groups.get(rank(route)) ?? []), route]);
  return [...groups.keys()].sort().map((key) => groups.get(key)!);
}

export const methodsOf = (routes: readonly Route[]) =>
  routes.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ');

/** Express rejects undecodable parameters, but a lenient route answers 200 to everything and takes them as sent. */
function escapeUndecodable({ method, path }: Route): RequestHandler {
  const pattern = new RegExp(`^${path.replace(parameter, '[^/]+')}/?$`);
  return (request, _response, next) => {
    if (request.method === method.toUpperCase() && pattern.test(request.path) && !isDecodable(request.path))
      request.url = request.url.replaceAll('%', '%25');
    next();
  };
}

function isDecodable(path: string): boolean {
  try {
    return Boolean(decodeURIComponent(path));
  } catch {
    return false;
  }
}

const handlersOf = (route: Route, edge: Edge): (RequestHandler | ErrorRequestHandler)[] => [
  observed(route.path, edge),
  authenticated(route, edge),
  rateLimited(edge),
  performed(route, edge),
  ...(route.bareList ? [inTermsOfBody(route.bareList)] : []),
  ...(route.lenient ? [lenientErrors(route, edge)] : []),
];

const rateLimited =
  ({ limits }: Edge): RequestHandler =>
  async (_request, response, next) => {
    response.set(await limits.request(scopeOf(response)));
    next();
  };

function performed(route: Route, edge: Edge): RequestHandler {
  const reader = new InputReader(route);
  const performer = new RoutePerformer(route, edge);
  return async (request, response) => {
    const call = {
      scope: scopeOf(response),
      params: request.params,
      idempotencyKey: sentKey(request),
      check: () => {
        const mediaType = mediaTypeOf(route);
        if (!route.lenient && !acceptsAny(request, [mediaType]))
          throw new HttpProblem(406, 'not_acceptable', `Responses are ${mediaType}.`);
      },
      response,
    };
    const read = async () => ({ input: await reader.read(request, response), body: request.body as unknown });
    const rendering = await performer.perform(call, read);
    if (!rendering.stream) return sendRendering(response, rendering);
    response.locals.streamsSince = performance.now();
    await inScope(call.scope, () => sendChunks(response, rendering, edge.logger));
  };
}

function sendRendering(response: Response, { status, location, body, headers }: Rendering): void {
  if (response.destroyed) return;
  response.status(status).set(headers);
  if (location) response.set('location', location);
  if (body.length) response.type('json').set('content-length', String(Buffer.byteLength(body)));
  // Not `send`, which answers 304 to `If-None-Match: *` although nothing here has an entity tag.
  response.end(body);
}

/** A lenient route answers 200 and reports the problem in its own body. */
const lenientErrors =
  (route: Route, edge: Edge): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const { status } = renderProblem(error, edge, { instance: '', requestId: factsOf(response).requestId });
    if (error instanceof TooManyRequests) response.set(error.headers);
    sendRendering(response, renderResponse(route, route.lenient!.insteadOf(status), ''));
  };
