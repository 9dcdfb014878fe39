import express, { type RequestHandler, type Router } from 'express';
import type { Feature, Route } from '@tandem/platform/feature/feature';
import type { Edge } from './edge.js';
import { refuseMethod } from './refuse-method.js';
import { handlersOf } from './route-handlers.js';

/** A router per first segment: Express tries routes one after another, and all of them took half of a short request. */
export function apiRouter(features: readonly Feature[], edge: Edge): RequestHandler {
  const routers = new Map<string, Router>();
  for (const group of byPath(features.flatMap((feature) => feature.routes ?? []))) {
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
function byPath(routes: readonly Route[]): Route[][] {
  // A tilde sorts after every character of a literal segment.
  const rank = ({ path }: Route) => path.replace(parameter, '~');
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(rank(route), [...(groups.get(rank(route)) ?? []), route]);
  return [...groups.keys()].sort().map((key) => groups.get(key)!);
}

const methodsOf = (routes: readonly Route[]) =>
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
