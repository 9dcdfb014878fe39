import type { Request, RequestHandler, Response } from 'express';
import { DomainError } from '@tandem/domain/core/errors';
import { inScope, noTenant, type Scope } from '@tandem/domain/core/scope';
import type { Route } from '@tandem/platform/feature/feature';
import { neededFor, refusalOf } from '@tandem/platform/feature/permit';
import { authenticate } from './authenticate.js';
import { inTermsOfBody } from './bare-list.js';
import { apiPrefix, type Edge } from './edge.js';
import { HttpProblem } from './http-problem.js';
import { onceForKey } from './idempotency.js';
import { TooManyRequests } from './limits.js';
import { InputReader } from './read-input.js';
import { renderAnswer, type Rendering, sendAnswer } from './render-answer.js';
import { renderProblem, sendProblem } from './render-problem.js';
import { factsOf, type RequestFacts } from './request-facts.js';

/** Binds a route record to Express: the one way from a request to a use case and back. */
export function handle(route: Route, edge: Edge): RequestHandler {
  const reader = new InputReader(route);
  const work = workOf(route, edge);

  const answer = async (request: Request, response: Response, facts: RequestFacts): Promise<Rendering> => {
    const scope = await authenticate(route, request, facts, edge);
    await admit({ route, edge, scope }, request, response);
    return inTurn({ route, edge, scope }, response, async () => {
      const input = await reader.read(request, response);
      if (scope.tenantId !== noTenant)
        edge.meter.count(scope.tenantId, { kind: route.method === 'get' ? 'read' : 'write', also: route.counts });
      return inScope(scope, () => work(request, input)).catch(noteRefusal({ route, edge, scope }));
    });
  };

  return async (request, response) => {
    const started = performance.now();
    const facts = factsOf(request);
    response.setHeader('x-request-id', facts.requestId);
    try {
      sendAnswer(response, await answer(request, response, facts).catch(leniently(route, edge, facts)));
    } catch (error) {
      sendProblem(inTermsOfBody(error, route, request), request, response, { edge, requestId: facts.requestId });
    }
    const line = { method: request.method, route: route.path, status: response.statusCode };
    const seconds = (performance.now() - started) / 1000;
    edge.metrics.observe(line.method, line.route, line.status, seconds);
    edge.logger.info({ ...line, ms: Math.round(seconds * 10_000) / 10, request_id: facts.requestId });
  };
}

/** Runs the use case; what it prepares is done before an Idempotency-Key opens a transaction. */
function workOf(route: Route, edge: Edge) {
  const useCase = edge.container.get(route.run);
  return async (request: Request, input: object): Promise<Rendering> => {
    const prepared = await useCase.prepare?.(input);
    const run = async () => renderAnswer(route, await useCase.run(input, prepared), edge.publicUrl + apiPrefix);
    return onceForKey(route, request, run, edge);
  };
}

/** A route and the scope of its caller. */
interface Served {
  route: Route;
  edge: Edge;
  scope: Scope;
}

/** Checks rate limits, rights and Accept. */
async function admit(served: Served, request: Request, response: Response): Promise<void> {
  const { route, edge, scope } = served;
  const { tenantId, actor, isTest } = scope;
  if (tenantId !== noTenant) response.set(await edge.limits.request(actor.id, tenantId, isTest));
  await mustHaveRight(served);
  if (route.trial) await edge.limits.trial(tenantId, placeOf(route, request));
  const { accept } = request.headers;
  if (route.lenient || !accept || accept.includes('*/*') || request.accepts('json')) return;
  throw new HttpProblem(406, 'not_acceptable', 'Answers are application/json.');
}

/** Path with ids, ids in lower case. */
const placeOf = ({ path }: Route, { params }: Request) =>
  path.replace(/:(\w+)/g, (_, name: string) => String(params[name]).toLowerCase());

async function mustHaveRight({ route, edge, scope }: Served): Promise<void> {
  const refusal = refusalOf(route, scope.rights);
  if (!refusal) return;
  await noteDenial({ route, edge, scope });
  throw refusal;
}

/** Refusals that a use case decides on are audited like those of the edge. */
const noteRefusal = (served: Served) => async (error: unknown) => {
  if (error instanceof DomainError && error.kind === 'forbidden') await noteDenial(served);
  throw error;
};

async function noteDenial({ route, edge, scope }: Served): Promise<void> {
  const denied = { method: route.method, route: route.path, access: neededFor(route) };
  if (scope.tenantId !== noTenant) await inScope(scope, () => edge.audit.denied(denied));
}

/** Serves a request when it is its tenant's turn. After a long answer the turn ends only once that has been sent. */
async function inTurn(
  { route, edge, scope }: Served,
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

/** A slow reader's long answer counts as sent after this time, so that it does not hold up others of the tenant. */
const longestSending = 2000;

/** A lenient operation answers 200 and tells the problem in its own body. */
const leniently =
  ({ lenient, ...route }: Route, edge: Edge, { requestId }: RequestFacts) =>
  (error: unknown): Rendering => {
    if (!lenient) throw error;
    const { status, expected } = renderProblem(error, { publicUrl: edge.publicUrl, instance: '', requestId });
    if (!expected) edge.logger.error({ err: error as Error, request_id: requestId }, 'unexpected failure');
    const headers = error instanceof TooManyRequests ? error.headers : {};
    return { ...renderAnswer(route, lenient.insteadOf(status), ''), headers };
  };
