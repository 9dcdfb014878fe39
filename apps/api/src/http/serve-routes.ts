import type { Request, RequestHandler } from 'express';
import type { Route } from '@tandem/platform/feature/feature';
import { apiPrefix, type Edge } from './edge.js';
import { badRequest, HttpProblem } from './http-problem.js';
import { RouteHandler } from './route-handler.js';
import { type Handled, RouteTable } from './route-table.js';

/**
 * Serves the routes below the API's prefix; every other path is left to the next handler. One table finds a route in one look-up,
 * where Express would try its paths one after the other.
 */
export function serveRoutes(routes: readonly Route[], edge: Edge): RequestHandler {
  const table = new RouteTable();
  for (const route of routes) table.add(route, new RouteHandler(route, edge).handle);
  return (request, response, next) => {
    if (!isOfApi(request.path)) return next();
    const segments = segmentsOf(request.path);
    const methods = table.find(segments);
    const found = methods?.get(request.method === 'HEAD' ? 'GET' : request.method);
    if (!found) response.setHeader('cache-control', 'no-store');
    if (!methods) return next();
    if (!found) throw notPossible(request, segments, methods);
    request.params = paramsOf(found, segments);
    return found.handler(request, response, next);
  };
}

const isOfApi = (path: string) =>
  path.slice(0, apiPrefix.length).toLowerCase() === apiPrefix && ['', '/'].includes(path.charAt(apiPrefix.length));

/** Of a path below the prefix; one slash at its end is overlooked. */
function segmentsOf(path: string): string[] {
  const segments = path.slice(apiPrefix.length + 1).split('/');
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  return segments;
}

function paramsOf({ route, parameters }: Handled, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const { name, at } of parameters) params[name] = decoded(segments[at]!, Boolean(route.lenient));
  return params;
}

/** A lenient operation takes a segment that cannot be decoded as it came: it answers 200 whatever happens. */
function decoded(segment: string, isLenient: boolean): string {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    if (isLenient) return segment;
    throw badRequest('malformed_request', 'The request is not well formed.');
  }
}

function notPossible({ method }: Request, segments: readonly string[], methods: ReadonlyMap<string, Handled>): Error {
  for (const segment of segments) decoded(segment, false);
  const allow = [...methods.keys()].map((name) => (name === 'GET' ? 'GET, HEAD' : name)).join(', ');
  return new HttpProblem(405, 'method_not_allowed', `${method} is not possible here.`, { allow });
}
