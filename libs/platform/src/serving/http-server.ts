import { AsyncResource } from 'node:async_hooks';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { areTinyChunks } from '../egress/tiny-chunks.js';
import { readInPieces } from './read-in-pieces.js';

const waiting = {
  /** A client that sends headers or a body more slowly is cut off. */
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  /** Longer than load balancers keep an idle connection (60 s), so that they never send into one that is being closed. */
  keepAliveTimeout: 65_000,
};
/** A socket on which nothing has moved for so long during an answer is closed. */
const silenceMillis = 30_000;

/** An HTTP server that no single client can fill: it limits the requests of a socket, the time it waits and the answers it keeps. */
export function makeHttpServer(listener: RequestListener): Server {
  // A request without Host is counted like every other one; the listener refuses it.
  const server = createServer({ ...waiting, requireHostHeader: false });
  server.timeout = silenceMillis;
  const serve = oneAtATime(listener);
  server.on('request', serve);
  // A request that expects more than 100-continue is served like every other one.
  server.on('checkExpectation', serve);
  readInPieces(server);
  return server;
}

/** Requests a socket may have sent without having been answered. */
const maxUnanswered = 16;
/** How long the rest of a request may still come after its answer: many clients read the answer only when all is sent. */
const lingerMillis = 1000;

/**
 * Works on one request of a socket at a time, in the order in which they came, so that a socket which does not read its
 * answers holds one answer and no more. A socket that sends a seventeenth request before it has its first answer is closed.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const line = lines.get(socket) ?? [];
    if (line.length === maxUnanswered) return void socket.destroy();
    lines.set(socket, line);
    if (hasBody(request)) countChunks(request);
    const begin = () => void listener(request, response);
    // A waiting request is begun by the end of the one before it, and must not run in the context of that one.
    line.push(line.length ? AsyncResource.bind(begin) : begin);
    response.once('close', () => {
      line.shift();
      if (!socket.writable) return;
      if (!request.complete) setTimeout(() => request.complete || socket.destroy(), lingerMillis).unref();
      line[0]?.();
    });
    if (line.length === 1) begin();
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Cuts off a client that sends a body in tiny chunks. */
function countChunks(request: IncomingMessage): void {
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    chunks++;
    bytes += chunk?.length ?? 0;
    if (areTinyChunks(chunks, bytes)) request.socket.destroy();
    return push(chunk, encoding);
  };
}
