import compression from 'compression';
import type { Response } from 'express';
import helmet from 'helmet';
import type { Json } from '@tandem/domain/core/page';

export type Headers = Readonly<Record<string, string>>;

/** Helmet's default headers. */
export const securityHeaders: Headers = (() => {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  };
  helmet()({} as never, recorder as never, () => undefined);
  return headers;
})();

/** Shorter answers are not worth compressing. */
const fewBytes = 1024;
const compress = compression({ threshold: fewBytes });

/** Sends a whole answer, its headers in one piece: to set them one after the other takes several times as long. */
export function send(response: Response, status: number, headers: Headers, body: Json): void {
  // A short text goes out in one write with its headers; a long one is turned into bytes once, not for each of its readers.
  const content = typeof body === 'string' && body.length > longText ? Buffer.from(body) : body;
  const length = Buffer.byteLength(content);
  const all = { ...securityHeaders, ...headers, ...(length && { 'content-length': length }) };
  const sendAll = () => void response.writeHead(status, all).end(content);
  // What compresses takes over the response, and sets its headers one by one. Nobody would end it for a client that has left.
  const isPlain = length < fewBytes || !response.req.headers['accept-encoding'];
  if (isPlain || response.destroyed) sendAll();
  else compress(response.req, response, sendAll);
}

const longText = 64 * 1024;
