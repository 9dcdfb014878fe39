import type { NextFunction, Request, Response } from 'express';
import type { Edge } from '../edge.js';
import { HttpProblem } from '../http-problem.js';
import { factsOf } from '../request-facts.js';

/** Health checks, counted apart from pages: readers of many pages behind the same proxy must not make them fail. */
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
export function mustNameHost({ httpVersion, headers }: Request): void {
  if (httpVersion === '1.1' && headers.host === undefined)
    throw new HttpProblem(400, 'malformed_request', 'The header Host is missing.', { connection: 'close' });
}
