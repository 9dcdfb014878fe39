import type { Request } from 'express';
import { unavailable } from '@tandem/domain/core/errors';
import { newId } from '@tandem/domain/core/id';
import { addressIn } from '@tandem/platform/serving/client-network';

/** What the edge knows of a request before it knows the caller. */
export interface RequestFacts {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  traceparent: string | null;
  /** Throws once the client has left or the time of a request is over. */
  mustGoOn: () => void;
}

const longestMillis = 10_000;

const givenId = /^[\w-]{1,128}$/;
const traceForm = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace that a request belongs to (W3C Trace Context), where it says so in the right form. */
export const traceIn = (said: unknown): string | null =>
  typeof said === 'string' && traceForm.test(said) ? said : null;

export function factsOf(request: Request): RequestFacts {
  const { headers, socket } = request;
  const end = performance.now() + longestMillis;
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
