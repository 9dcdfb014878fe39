import express, { type Request, type Response } from 'express';
import { parseJson } from './free-json.js';
import { betweenSteps } from './long-work.js';
import { badRequest, HttpProblem } from '../http-problem.js';

export const usualBodyLimit = 256 * 1024;
const isJson = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

/** Puts the JSON of a request's body into `request.body`, undefined where there is none; throws what is wrong with it. */
export type ReadBody = (request: Request, response: Response) => Promise<void>;

/** Reads bodies up to so many bytes; `response.locals.bodyBytes` then says how many they were. */
export function jsonBody(limit = usualBodyLimit): ReadBody {
  const receive = express.raw({ limit, type: () => true });
  return async (request, response) => {
    if (!request.headers['transfer-encoding'] && !Number(request.headers['content-length'] ?? 0)) return;
    mustBeJson(request.headers['content-type'] ?? '');
    await new Promise<void>((resolve, reject) => {
      receive(request, response, (error?: unknown) => (error ? reject(bodyProblem(error as Error)) : resolve()));
    });
    const bytes = request.body as Buffer | undefined;
    response.locals.bodyBytes = bytes?.length;
    request.body = bytes?.length ? await parsedInTurn(bytes) : undefined;
  };
}

async function parsedInTurn(bytes: Buffer): Promise<unknown> {
  await betweenSteps(bytes.length);
  const value = parseJson(bytes);
  await betweenSteps(bytes.length);
  return value;
}

/** RFC 8259, section 8.1: JSON between systems is UTF-8. */
function mustBeJson(type: string): void {
  if (!isJson.test(type))
    throw new HttpProblem(
      415,
      'unsupported_media_type',
      'The body must be JSON, with the header Content-Type: application/json.',
      { 'accept-post': 'application/json' },
    );
  if (!/^utf-?8$/i.test(charsetOf(type) ?? 'utf-8')) throw unsupportedEncoding();
}

const charsetOf = (type: string) => /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1];

const unsupportedEncoding = () =>
  new HttpProblem(
    415,
    'unsupported_media_type',
    'This encoding of the body is not supported: send UTF-8, as it is or with Content-Encoding gzip, deflate or br.',
  );

/** What the body parser found wrong, in our words. */
function bodyProblem(error: Error & { type?: string; status?: number }): Error {
  const { type, status } = error;
  if (type === 'entity.too.large')
    return new HttpProblem(413, 'body_too_large', 'The body is larger than this operation takes.');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') return unsupportedEncoding();
  if (status && status < 500)
    return badRequest(
      'malformed_json',
      'The body could not be read: it is cut off, or not packed as Content-Encoding says.',
    );
  return error;
}
