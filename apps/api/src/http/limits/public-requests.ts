import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Edge } from '../edge.js';
import { HttpProblem } from '../http-problem.js';
import { factsOf } from '../request-context.js';

/** Health checks have a limit of their own, so that page views behind the same proxy cannot make them fail. */
const probes = new Set(['/livez', '/readyz']);

/** Counts each request without a token once against its address; throws above the limit. */
async function count({ limits }: Edge, { path }: Request, response: Response): Promise<void> {
  if (response.locals.isCounted) return;
  response.locals.isCounted = true;
  await limits.publicRequest(factsOf(response).ip ?? '', probes.has(path) ? 'probe' : 'page');
}

export const countPublic =
  (edge: Edge): RequestHandler =>
  async (request, response, next) => {
    await count(edge, request, response);
    next();
  };

/** Counts failed requests that nothing has counted yet; above the limit, that is the problem reported. */
export const countFailed =
  (edge: Edge): ErrorRequestHandler =>
  async (error, request, response, next) => {
    await count(edge, request, response);
    next(error);
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
