import express, { type Request, type Response } from 'express';
import type { Route } from '@tandem/platform/feature/feature';
import { parseJson } from './free-json.js';
import { betweenSteps } from '../limits/tenant-traffic.js';
import { badRequest, HttpProblem } from '../http-problem.js';

const defaultLimit = 256 * 1024;

export const bodyLimit = ({ bodyLimitBytes = defaultLimit }: Pick<Route, 'bodyLimitBytes'>) => bodyLimitBytes;
const isJson = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

/** Puts the parsed body into `request.body`, undefined if empty; throws problems. */
export type ReadBody = (request: Request, response: Response) => Promise<void>;

/** Reads bodies of up to `limit` bytes and puts their length into `response.locals.bodyBytes`. */
export function jsonBody(limit: number): ReadBody {
  const receive = receiver(limit);
  return async (request, response) => {
    if (!mayHaveBody(request)) return;
    const refusal = typeProblem(request.headers['content-type'] ?? '');
    if (refusal && !isChunked(request)) throw refusal;
    const error = await (refusal ? receiveNothing : receive)(request, response);
    if (error) throw refusal ?? bodyProblem(error);
    const { length } = request.body as Buffer;
    response.locals.bodyBytes = length;
    request.body = length ? await parseBetweenSteps(request.body as Buffer) : undefined;
  };
}

/** The body of a call that did not arrive alone, by the rules for one that does. */
export function readJson(route: Route, body: unknown): unknown {
  if (body === undefined) return undefined;
  const bytes = Buffer.from(JSON.stringify(body));
  if (bytes.length > bodyLimit(route)) throw tooLarge();
  return parseJson(bytes);
}

async function parseBetweenSteps(bytes: Buffer): Promise<unknown> {
  await betweenSteps(bytes.length);
  const value = parseJson(bytes);
  await betweenSteps(bytes.length);
  return value;
}

const isChunked = ({ headers }: Request) => headers['transfer-encoding'] !== undefined;

const mayHaveBody = (request: Request) => isChunked(request) || Number(request.headers['content-length'] ?? 0) > 0;

type Receive = (request: Request, response: Response) => Promise<Error | undefined>;

/** Rejects a long body by its Content-Length or first byte too many; Express does so only after its last byte. */
function receiver(limit: number): Receive {
  const receive = express.raw({ limit, type: () => true });
  return (request, response) =>
    new Promise((resolve) => {
      if (Number(request.headers['content-length'] ?? 0) > limit) return resolve(tooLarge());
      let received = 0;
      request.on('data', ({ length }: Buffer) => {
        received += length;
        if (received > limit) resolve(tooLarge());
      });
      if (/100-continue/i.test(request.headers.expect ?? '')) response.writeContinue();
      receive(request, response, (error?: unknown) => resolve(error as Error | undefined));
    });
}

/** An HTTP/2 proxy forwards a request without a body as an empty chunked one: its type matters from the first byte. */
const receiveNothing = receiver(0);

/** RFC 8259, section 8.1: JSON between systems is UTF-8. */
function typeProblem(type: string): HttpProblem | undefined {
  if (!isJson.test(type))
    return new HttpProblem(
      415,
      'unsupported_media_type',
      'The body must be JSON, with the header Content-Type: application/json.',
      { 'accept-post': 'application/json' },
    );
  return /^utf-?8$/i.test(charsetOf(type) ?? 'utf-8') ? undefined : unsupportedEncoding();
}

const charsetOf = (type: string) => /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1];

const unsupportedEncoding = () =>
  new HttpProblem(
    415,
    'unsupported_media_type',
    'This encoding of the body is not supported: send UTF-8, as it is or with Content-Encoding gzip, deflate or br.',
  );

const tooLarge = () => new HttpProblem(413, 'body_too_large', 'The body is larger than this operation accepts.');

function bodyProblem(error: Error & { type?: string; status?: number }): Error {
  if (error instanceof HttpProblem) return error;
  const { type, status } = error;
  if (type === 'entity.too.large') return tooLarge();
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') return unsupportedEncoding();
  if (status && status < 500)
    return badRequest(
      'malformed_json',
      'The body could not be read: it is cut off, or not packed as Content-Encoding says.',
    );
  return error;
}
