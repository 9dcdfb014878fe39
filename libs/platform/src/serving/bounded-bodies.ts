import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { areCrumbs } from '../egress/crumbs.js';

/** How long the rest of a request is waited for whose answer has been sent: a client may read it only after it has sent all. */
const lingerMillis = 1000;

/**
 * Cuts off who sends a body in crumbs, and who goes on sending what nobody reads any more.
 */
export function boundedBodies(listener: RequestListener): RequestListener {
  return (request, response) => {
    countPieces(request);
    endAfter(response, request);
    listener(request, response);
  };
}

function countPieces(request: IncomingMessage): void {
  const push = request.push.bind(request);
  let [pieces, bytes] = [0, 0];
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    pieces++;
    bytes += chunk?.length ?? 0;
    if (areCrumbs(pieces, bytes)) request.socket.destroy();
    return push(chunk, encoding);
  };
}

function endAfter(response: ServerResponse, request: IncomingMessage): void {
  response.once('finish', () => {
    if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), lingerMillis).unref();
  });
}
