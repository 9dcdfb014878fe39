import type { Request, RequestHandler, Response } from 'express';
import { inScope, noTenant, type Scope } from '@tandem/domain/core/scope';
import type { Route } from '@tandem/platform/feature/feature';
import { auditing, authenticate, countRequest, permit } from './admit.js';
import { inTermsOfBody } from './bare-list.js';
import { apiPrefix, type Edge } from './edge.js';
import { answerOnce } from './idempotency.js';
import { TooManyRequests } from './limits.js';
import { InputReader } from './read-input.js';
import { renderAnswer, type Rendering } from './render-answer.js';
import { renderProblem } from './render-problem.js';
import { factsOf, type RequestFacts } from './request-facts.js';
import { HttpProblem } from './http-problem.js';

/** Binds a route record to Express: the one way from a request to a use case and back. */
export function handle(route: Route, edge: Edge): RequestHandler {
  const reader = new InputReader(route);
  const work = workOf(route, edge);

  const answer = async (request: Request, response: Response, facts: RequestFacts): Promise<Rendering> => {
    const scope = await authenticate(route, request, facts, edge);
    for (const [name, value] of Object.entries(await countRequest(scope, edge))) response.setHeader(name, value);
    await permit(route, scope, edge, request);
    if (!route.lenient) mustAccept(request);
    return inTurn({ route, edge, scope }, response, async () => {
      const input = await reader.read(request, response);
      if (scope.tenantId !== noTenant)
        edge.meter.count(scope.tenantId, { kind: route.method === 'get' ? 'read' : 'write', also: route.counts });
      return auditing(route, scope, edge, () => inScope(scope, () => work(request, input)));
    });
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

/** Runs the use case; what it prepares is done before an Idempotency-Key opens a transaction. */
function workOf(route: Route, edge: Edge) {
  const useCase = edge.container.get(route.run);
  return async (request: Request, input: object): Promise<Rendering> => {
    const prepared = await useCase.prepare?.(input);
    const run = async () => renderAnswer(route, await useCase.run(input, prepared), edge.publicUrl + apiPrefix);
    return route.method === 'get' ? run() : answerOnce({ request, route, run, edge });
  };
}

/** Serves a request when it is its tenant's turn, which lasts until a long answer has left the house. */
async function inTurn(
  { route, edge, scope }: { route: Route; edge: Edge; scope: Scope },
  response: Response,
  serve: () => Promise<Rendering>,
): Promise<Rendering> {
  // What calls the outside world may take long, and is limited by itself.
  if (scope.tenantId === noTenant || route.outside) return serve();
  const turn = await edge.traffic.begin(scope.tenantId);
  let isLong = false;
  try {
    const rendering = await serve();
    isLong = turn.spend(Buffer.byteLength(rendering.body));
    return rendering;
  } finally {
    // A body is read, parsed and stored: it counts twice.
    turn.spend(2 * ((response.locals.bodyBytes as number | undefined) ?? 0));
    if (isLong && !response.destroyed) {
      response.once('close', turn.end);
      setTimeout(turn.end, longestSending).unref();
    } else turn.end();
  }
}

/** Whoever reads slowly gets a long answer without holding up their colleagues. */
const longestSending = 2000;

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
  // A short text goes out in one write with its headers; a long one is turned into bytes once, not for each of its readers.
  const content = body.length > longText ? Buffer.from(body) : body;
  response.setHeader('content-length', Buffer.byteLength(content));
  response.end(content);
}

const longText = 64 * 1024;

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
