import type { Request, RequestHandler, Response } from 'express';
import { unavailable } from '@tandem/domain/core/errors';
import { newId } from '@tandem/domain/core/id';
import type { Scope } from '@tandem/domain/core/scope';
import { addressIn } from '@tandem/platform/serving/client-network';

/** What the edge knows of a request before it knows the caller. */
export interface RequestFacts {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  traceparent: string | null;
  /** Throws once the client has left or the time limit of a request has passed. */
  mustGoOn: () => void;
}

const maxMillis = 10_000;

const givenId = /^[\w-]{1,128}$/;
const traceForm = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace that a request belongs to (W3C Trace Context), if the header is well formed. */
export const traceIn = (said: unknown): string | null =>
  typeof said === 'string' && traceForm.test(said) ? said : null;

/** Collects the facts of a request; its id goes with every answer. */
export const collectFacts: RequestHandler = (request, response, next) => {
  const facts = readFacts(request);
  response.locals.facts = facts;
  response.set('x-request-id', facts.requestId);
  next();
};

export const factsOf = ({ locals }: Response) => locals.facts as RequestFacts;

/** The scope of the caller, once `authenticated` has found it. */
export const scopeOf = ({ locals }: Response) => locals.scope as Scope;

function readFacts(request: Request): RequestFacts {
  const { headers, socket } = request;
  const end = performance.now() + maxMillis;
  const given = String(headers['x-request-id'] ?? '');
  return {
    requestId: givenId.test(given) ? given : newId(),
    // What a proxy passed on may be no address at all; then it is the proxy's own.
    ip: addressIn(request.ip) ?? addressIn(socket.remoteAddress),
    userAgent: headers['user-agent'] ?? null,
    traceparent: traceIn(headers.traceparent),
    mustGoOn: () => {
      if (socket.destroyed || performance.now() > end) throw unavailable('This request took longer than 10 seconds.');
    },
  };
}

/** Answers are for their caller and this moment only: no cache may keep them (RFC 9111). */
export const forbidCaching: RequestHandler = (_request, response, next) => {
  response.set('cache-control', 'no-store');
  next();
};
