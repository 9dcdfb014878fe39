import type { ErrorRequestHandler } from 'express';
import { DomainError, type Kind } from '@tandem/domain/core/errors';
import { maxFindings } from '@tandem/platform/inputs/inputs-parse';
import type { Edge } from './edge.js';
import { type Headers, HttpProblem } from './http-problem.js';
import { TooManyRequests } from './limits/rate-limit.js';
import { factsOf } from './request-context.js';

/** The only mapping of failures to statuses. */
const statuses: Record<Kind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  invalid: 422,
  undone: 424,
  rate_limited: 429,
  unavailable: 503,
};

export interface Problem {
  status: number;
  headers: Headers;
  /** RFC 9457. */
  body: Record<string, unknown>;
}

interface FailedRequest {
  instance: string;
  requestId: string;
}

/** Turns any error into a problem document; unexpected ones are logged and become a 500 without internals. */
export function renderProblem(error: unknown, edge: Edge, of: FailedRequest): Problem {
  if (error instanceof DomainError) return fromDomain(error, edge, of);
  if (error instanceof HttpProblem) return document(error, error.headers, edge, of);
  edge.logger.error({ err: error as Error, request_id: of.requestId }, 'unexpected failure');
  return document(new HttpProblem(500, 'internal', 'The server failed unexpectedly.'), {}, edge, of);
}

function fromDomain(error: DomainError, edge: Edge, of: FailedRequest): Problem {
  const { findings = [], members, retryAfterSeconds } = error.extra;
  const headers = {
    ...(error instanceof TooManyRequests ? error.headers : {}),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(error.kind === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {}),
  };
  const { code, message } = error;
  return document({ status: statuses[error.kind], code, message, findings, members }, headers, edge, of);
}

type Facts = Pick<HttpProblem, 'status' | 'code' | 'message' | 'findings'> & { members?: object | undefined };

function document(facts: Facts, headers: Headers, { publicUrl, problems }: Edge, of: FailedRequest): Problem {
  const { status, code, message, findings, members } = facts;
  const body = {
    type: `${publicUrl}/problems/${code}`,
    title: problems.titleOf(code),
    status,
    detail: message,
    instance: of.instance,
    code,
    request_id: of.requestId,
    ...members,
    ...(findings.length ? { errors: findings.slice(0, maxFindings) } : {}),
  };
  return { status, headers, body };
}

/** Sends the error; a response that has begun is cut off. */
export const respondWithProblems =
  (edge: Edge): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const instance = uriOf(request.originalUrl.split('?')[0]!);
    const of = { instance, requestId: factsOf(response).requestId };
    const { status, headers, body } = renderProblem(asKnownError(error), edge, of);
    if (response.headersSent) return void response.destroy();
    // A Buffer: to a string Express would add a charset, which RFC 9457 does not define.
    response.status(status).set({ ...headers, 'content-type': 'application/problem+json' });
    response.send(Buffer.from(JSON.stringify(body)));
  };

/** Express and its middleware mark a bad request by a status below 500. */
function asKnownError(error: unknown): unknown {
  const { status } = (error ?? {}) as { status?: number };
  if (error instanceof HttpProblem || !status || status >= 500) return error;
  return new HttpProblem(400, 'malformed_request', 'The request is not well formed.');
}

/** Escapes what a URI must not contain: broken escapes, quotes, bytes beyond ASCII. */
const uriOf = (path: string) =>
  path.replace(
    /%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/%-]/gi,
    (odd) => `%${odd.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
