import type { Request, RequestHandler, Response } from 'express';
import { inScope, noTenant } from '@tandem/domain/core/scope';
import type { Route } from '@tandem/platform/feature';
import { auditing, authenticate, countRequest, permit } from './admit.js';
import { inTermsOfBody } from './bare-list.js';
import { apiPrefix, type Edge } from './edge.js';
import { answerOnce } from './idempotency.js';
import { TooManyRequests } from './rate-limit.js';
import { InputReader } from './read-input.js';
import { renderAnswer, type Rendering } from './render-answer.js';
import { renderProblem } from './render-problem.js';
import { factsOf, type RequestFacts } from './request-facts.js';
import { HttpProblem } from './http-problem.js';

/** Binds a route record to Express: the one way from a request to a use case and back. */
export function handle(route: Route, edge: Edge): RequestHandler {
  const reader = new InputReader(route);
  const useCase = edge.container.get(route.run);
  const isRead = route.method === 'get';

  const answer = async (request: Request, response: Response, facts: RequestFacts): Promise<Rendering> => {
    const scope = await authenticate(route, request, facts, edge);
    for (const [name, value] of Object.entries(await countRequest(scope, edge))) response.setHeader(name, value);
    await permit(route, scope, edge);
    if (!route.lenient) mustAccept(request);
    const input = await reader.read(request, response);
    if (scope.tenantId !== noTenant)
      edge.meter.count(scope.tenantId, { kind: isRead ? 'read' : 'write', also: route.counts });
    const run = async () => renderAnswer(route, await useCase.run(input), edge.publicUrl + apiPrefix);
    const work = () => (isRead ? run() : answerOnce({ request, route, run, edge }));
    return auditing(route, scope, edge, () => inScope(scope, work));
  };

  return async (request, response) => {
    const started = performance.now();
    const facts = factsOf(request);
    response.setHeader('x-request-id', facts.requestId);
    try {
      send(response, await answer(request, response, facts).catch(leniently(route, edge, facts)));
    } catch (error) {
      sendProblem(inTermsOfBody(error, route, request), request, response, { edge, requestId: facts.requestId });
    }
    observe(route, request, response, { edge, requestId: facts.requestId, millis: performance.now() - started });
  };
}

/** A lenient operation tells in its own answer what is a problem elsewhere. */
function leniently({ lenient, ...route }: Route, edge: Edge, { requestId }: RequestFacts) {
  return (error: unknown): Rendering => {
    if (!lenient) throw error;
    const { status, expected } = renderProblem(error, { publicUrl: edge.publicUrl, instance: '', requestId });
    if (!expected) edge.logger.error({ err: error as Error, request_id: requestId }, 'unexpected failure');
    const headers = error instanceof TooManyRequests ? error.headers : {};
    return { ...renderAnswer(route, lenient.insteadOf(status), ''), headers };
  };
}

function mustAccept(request: Request): void {
  const accept = request.headers.accept;
  if (!accept || accept.includes('*/*') || request.accepts('json')) return;
  throw new HttpProblem(406, 'not_acceptable', 'Answers are application/json.');
}

function send(response: Response, { status, location, body, headers }: Rendering): void {
  response.statusCode = status;
  if (location) response.setHeader('location', location);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (status === 204) return void response.end();
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

interface Outcome {
  edge: Edge;
  requestId: string;
}

export function sendProblem(error: unknown, request: Request, response: Response, { edge, requestId }: Outcome): void {
  const problem = renderProblem(error, {
    publicUrl: edge.publicUrl,
    instance: uriOf(request.originalUrl.split('?')[0]!),
    requestId,
  });
  if (!problem.expected) edge.logger.error({ err: error as Error, request_id: requestId }, 'unexpected failure');
  if (response.headersSent) return void response.destroy();
  const limits = error instanceof TooManyRequests ? error.headers : {};
  for (const [name, value] of Object.entries({ ...limits, ...problem.headers })) response.setHeader(name, value);
  response.statusCode = problem.status;
  response.setHeader('x-request-id', requestId);
  const body = JSON.stringify(problem.body);
  response.setHeader('content-type', 'application/problem+json');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

/** A path as it came may hold what no URI can: broken escapes, quotes, bytes beyond ASCII. */
const uriOf = (path: string) =>
  path.replace(
    /%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/%-]/gi,
    (odd) => `%${odd.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

function observe(
  route: Route,
  request: Request,
  response: Response,
  { edge, requestId, millis }: Outcome & { millis: number },
): void {
  edge.metrics.observe(request.method, route.path, response.statusCode, millis / 1000);
  edge.logger.info({
    method: request.method,
    route: route.path,
    status: response.statusCode,
    ms: Math.round(millis * 10) / 10,
    request_id: requestId,
  });
}
