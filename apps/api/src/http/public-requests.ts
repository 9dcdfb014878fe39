import type { NextFunction, Request, Response } from 'express';
import type { Edge } from './edge.js';
import { HttpProblem } from './http-problem.js';
import { factsOf } from './request-facts.js';

/** Counted apart: whoever reads many pages from the address of a proxy is not to make it look as if nothing worked here. */
const probes = new Set(['/livez', '/readyz']);

/** Counts what is answered without a token against its address, each request once; throws when there were too many. */
export const countPublic =
  ({ limits }: Pick<Edge, 'limits'>) =>
  async (request: Request, response: Response, next?: NextFunction): Promise<void> => {
    if (!response.locals.counted) {
      response.locals.counted = true;
      await limits.publicRequest(factsOf(request).ip ?? '', probes.has(request.path) ? 'probe' : 'page');
    }
    next?.();
  };

/** RFC 9112, section 3.2. */
export function mustNameHost(request: Request, _response: Response, next: NextFunction): void {
  if (request.httpVersion === '1.1' && request.headers.host === undefined)
    throw new HttpProblem(400, 'malformed_request', 'The header Host is missing.', { connection: 'close' });
  next();
}
