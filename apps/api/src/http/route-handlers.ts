import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Route } from '@tandem/platform/feature/feature';
import { acceptsAny, factsOf, scopeOf } from './request-context.js';
import { authenticated } from './authenticator.js';
import type { Edge } from './edge.js';
import { HttpProblem } from './http-problem.js';
import { sentKey } from './idempotency.js';
import { inTermsOfBody } from './inputs/bare-list.js';
import { InputReader } from './inputs/read-input.js';
import { TooManyRequests } from './limits/rate-limit.js';
import { RoutePerformer } from './perform-route.js';
import { observed } from './http-metrics.js';
import { renderAnswer, type Rendering } from './render-answer.js';
import { renderProblem } from './render-problem.js';

export const handlersOf = (route: Route, edge: Edge): (RequestHandler | ErrorRequestHandler)[] => [
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
        if (!route.lenient && !acceptsAny(request, ['application/json']))
          throw new HttpProblem(406, 'not_acceptable', 'Responses are application/json.');
      },
      response,
    };
    const read = async () => ({ input: await reader.read(request, response), body: request.body as unknown });
    sendRendering(response, await performer.perform(call, read));
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
    sendRendering(response, renderAnswer(route, route.lenient!.insteadOf(status), ''));
  };
