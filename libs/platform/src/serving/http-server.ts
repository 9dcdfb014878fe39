import { AsyncResource } from 'node:async_hooks';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { areTinyChunks } from '../egress/tiny-chunks.js';
import { readInPieces } from './read-in-pieces.js';

const waiting = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  /** Longer than load balancers keep an idle connection (60 s), so that they never write to a closing one. */
  keepAliveTimeout: 65_000,
};
/** A socket is closed if nothing moves for this time during a response. */
const silenceMillis = 30_000;

/** An HTTP server that no single client can exhaust: it limits requests, waits and buffered responses of a socket. */
export function makeHttpServer(listener: RequestListener): Server {
  // The listener rejects a request without Host, so that it is counted like any other.
  const server = createServer({ ...waiting, requireHostHeader: false });
  server.timeout = silenceMillis;
  const serve = oneAtATime(listener);
  server.on('request', serve);
  // The listener sends 100 Continue once it wants the body.
  server.on('checkContinue', serve);
  // A request with another expectation than 100-continue is served like any other.
  server.on('checkExpectation', serve);
  readInPieces(server);
  return server;
}

const maxUnanswered = 16;
/** Time for the rest of a request after its response: many clients read the response only when all is sent. */
const lingerMillis = 1000;

/** One request of a socket at a time, so that a socket that does not read holds only one response. */
function oneAtATime(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const queue = queues.get(socket) ?? [];
    if (queue.length === maxUnanswered) return void socket.destroy();
    queues.set(socket, queue);
    if (hasBody(request)) countChunks(request);
    const begin = () => void listener(request, response);
    // Started by the end of the previous request, but must not run in its async context.
    queue.push(queue.length ? AsyncResource.bind(begin) : begin);
    response.once('close', () => {
      queue.shift();
      if (!socket.writable) return;
      if (!request.complete) setTimeout(() => request.complete || socket.destroy(), lingerMillis).unref();
      queue[0]?.();
    });
    if (queue.length === 1) begin();
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

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
