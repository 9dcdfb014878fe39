import { AsyncResource } from 'node:async_hooks';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { areCrumbs } from '../egress/crumbs.js';
import { readInPieces } from './read-in-pieces.js';

const waiting = {
  /** Who sends headers or a body more slowly is cut off: see the waiting times of the API's conventions. */
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  /** Longer than load balancers keep a connection that nobody uses (60 s), so that they never send into one being closed. */
  keepAliveTimeout: 65_000,
};
/** A socket on which nothing has moved for so long during an answer is closed. */
const silenceMillis = 30_000;

/** An HTTP server that no single client can fill: bounded in requests a socket, in waiting and in what it holds for who does not read. */
export function makeHttpServer(listener: RequestListener): Server {
  // A request without Host is counted like every other one; the listener refuses it.
  const server = createServer({ ...waiting, requireHostHeader: false });
  server.timeout = silenceMillis;
  const inTurn = boundedBodies(oneAtATime(listener));
  server.on('request', inTurn);
  // Who expects more than 100-continue is answered like everybody else.
  server.on('checkExpectation', inTurn);
  readInPieces(server);
  return server;
}

/** How long the rest of a request is waited for whose answer has been sent: a client may read it only after it has sent all. */
const lingerMillis = 1000;

/** Cuts off clients that send a body in tiny chunks, or go on sending what nobody reads any more. */
function boundedBodies(listener: RequestListener): RequestListener {
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

/** Requests a socket may have sent without having been answered. */
const mostUnanswered = 16;

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
    if (line.length === mostUnanswered) return void socket.destroy();
    lines.set(socket, line);
    // A later one begins where the one before it ends, and must not inherit what that kept with it.
    line.push(AsyncResource.bind(() => void listener(request, response)));
    response.once('close', () => {
      line.shift();
      if (socket.writable) line[0]?.();
    });
    if (line.length === 1) line[0]!();
  };
}
