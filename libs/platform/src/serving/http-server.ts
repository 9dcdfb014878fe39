import { createServer, type RequestListener, type Server } from 'node:http';
import { boundedBodies } from './bounded-bodies.js';
import { oneAtATime } from './one-at-a-time.js';
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
