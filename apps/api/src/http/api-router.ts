import express, { type RequestHandler, type Router } from 'express';
import type { Feature, Route } from '@tandem/platform/feature/feature';
import type { Edge } from './edge.js';
import { HttpProblem } from './http-problem.js';
import { handlersOf } from './route-handlers.js';

export function apiRouter(features: readonly Feature[], edge: Edge): Router {
  const router = express.Router({ caseSensitive: true });
  const routes = features.flatMap((feature) => feature.routes ?? []);
  for (const route of routes) if (route.lenient) router.use(escapeUndecodable(route));
  for (const group of byPath(routes)) {
    for (const route of group) router[route.method](route.path, ...handlersOf(route, edge));
    router.all(group[0]!.path, refuseMethod(group));
  }
  return router;
}

const parameter = /:\w+/g;

/** Routes by path, `/webhook-events/recover` before `/webhook-events/:id`: Express takes the first match. */
function byPath(routes: readonly Route[]): Route[][] {
  // A tilde sorts after every character of a literal segment.
  const rank = ({ path }: Route) => path.replace(parameter, '~');
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(rank(route), [...(groups.get(rank(route)) ?? []), route]);
  return [...groups.keys()].sort().map((key) => groups.get(key)!);
}

function refuseMethod(routes: readonly Route[]): RequestHandler {
  const allow = routes.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ');
  return ({ method }) => {
    throw new HttpProblem(405, 'method_not_allowed', `${method} is not possible here.`, { allow });
  };
}

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
