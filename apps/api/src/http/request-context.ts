import type { Request, RequestHandler, Response } from 'express';
import { unavailable } from '@tandem/domain/core/errors';
import { newId } from '@tandem/domain/core/id';
import type { Scope } from '@tandem/domain/core/scope';
import { addressIn } from '@tandem/platform/serving/caller';
import { HttpProblem } from './http-problem.js';

export interface RequestFacts {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  traceparent: string | null;
  /** Throws once the client has disconnected or the time limit has passed. */
  mustGoOn: () => void;
}

const maxMillis = 10_000;

const givenId = /^[\w-]{1,128}$/;
const traceForm = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A valid `traceparent` (W3C Trace Context), or null. */
export const traceIn = (value: unknown): string | null =>
  typeof value === 'string' && traceForm.test(value) ? value : null;

export const collectFacts: RequestHandler = (request, response, next) => {
  const facts = readFacts(request);
  response.locals.facts = facts;
  response.set('x-request-id', facts.requestId);
  next();
};

export const factsOf = ({ locals }: Response) => locals.facts as RequestFacts;

/** Valid after `authenticated`. */
export const scopeOf = ({ locals }: Response) => locals.scope as Scope;

function readFacts(request: Request): RequestFacts {
  const { headers, socket } = request;
  const end = performance.now() + maxMillis;
  const given = String(headers['x-request-id'] ?? '');
  return {
    requestId: givenId.test(given) ? given : newId(),
    // A proxy may forward an invalid address; then use the proxy's own.
    ip: addressIn(request.ip) ?? addressIn(socket.remoteAddress),
    userAgent: headers['user-agent'] ?? null,
    traceparent: traceIn(headers.traceparent),
    mustGoOn: () => {
      if (socket.destroyed || performance.now() > end) throw unavailable('This request took longer than 10 seconds.');
    },
  };
}

/** Responses are for one caller and moment: no cache may store them (RFC 9111). */
export const forbidCaching: RequestHandler = (_request, response, next) => {
  response.set('cache-control', 'no-store');
  next();
};

/** Node keeps the first value of a repeated header; a proxy in front of it may use another. */
const single = ['host', 'authorization', 'content-type'];
/** A name or address with an optional port; empty if the target of the request has no host. */
const hostForm = /^(\[[\da-f:.]+\]|[\w.~%-]*)(:\d*)?$/i;

/** Refuses a request whose host (RFC 9112, section 3.2), caller or content type is ambiguous. */
export const refuseAmbiguous: RequestHandler = (
  { httpVersion, headers: { host }, headersDistinct },
  _response,
  next,
) => {
  const repeated = single.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (repeated) throw malformed(`The header ${capitalized(repeated)} is given more than once.`);
  if (httpVersion === '1.1' && host === undefined) throw malformed('The header Host is missing.');
  if (host !== undefined && !hostForm.test(host)) throw malformed('The header Host names no host.');
  next();
};

const malformed = (detail: string) => new HttpProblem(400, 'malformed_request', detail, { connection: 'close' });

const capitalized = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Ignores media type parameters: JSON defines none (RFC 8259, section 11), but clients send `charset=utf-8`. */
export function acceptsAny(request: Request, types: readonly string[]): boolean {
  if (!request.headers.accept) return true;
  const ranges = new Set(request.accepts().map((range) => range.toLowerCase()));
  return types.some((type) => ['*/*', `${type.split('/')[0]}/*`, type].some((range) => ranges.has(range)));
}
