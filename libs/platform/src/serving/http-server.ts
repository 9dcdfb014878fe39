import { AsyncResource } from 'node:async_hooks';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { areTinyChunks } from '../egress/tiny-chunks.js';

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

const maxPending = 16;
/** Time for the rest of a request after its response: many clients read the response only when all is sent. */
const lingerMillis = 1000;

/** One request of a socket at a time, so that a socket that does not read holds only one response. */
function oneAtATime(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const queue = queues.get(socket) ?? [];
    if (queue.length === maxPending) return void socket.destroy();
    queues.set(socket, queue);
    if (hasBody(request)) countChunks(request);
    const start = () => void listener(request, response);
    // Started by the end of the previous request, but must not run in its async context.
    queue.push(queue.length ? AsyncResource.bind(start) : start);
    response.once('close', () => {
      queue.shift();
      if (!socket.writable) return;
      if (!request.complete) setTimeout(() => request.complete || socket.destroy(), lingerMillis).unref();
      queue[0]?.();
    });
    if (queue.length === 1) start();
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

/** Small enough to hold few requests. Data with fewer line ends than a flood is parsed at once. */
const pieceBytes = 512;
const floodLineEnds = 32;
/** Parsed for one socket before others get their slice: about a millisecond of work at worst. */
const sliceBytes = 8 * pieceBytes;

type Push = (chunk: Buffer | null, encoding?: BufferEncoding) => boolean;

interface Backlog {
  socket: Socket;
  push: Push;
  chunks: (Buffer | null)[];
  /** Resumes reading from the network, if the parser requested it during the backlog. */
  readOn?: (() => void) | undefined;
}

/** Node parses all received data at once, even after the socket is destroyed; many lines are parsed in pieces. */
function readInPieces(server: Server): void {
  const waiting: Backlog[] = [];
  const work = () => {
    const backlog = waiting.shift()!;
    if (giveSlice(backlog)) waiting.push(backlog);
    if (waiting.length) setImmediate(work);
  };
  const wait = (backlog: Backlog) => {
    if (waiting.push(backlog) === 1) setImmediate(work);
  };
  server.on('connection', (socket: Socket) => divide(socket, wait));
}

function divide(socket: Socket, wait: (backlog: Backlog) => void): void {
  const backlog: Backlog = { socket, push: socket.push.bind(socket), chunks: [] };
  const read = socket._read.bind(socket);
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    const isWaiting = backlog.chunks.length > 0;
    if (!isWaiting && !hasManyLines(chunk)) return backlog.push(chunk, encoding);
    backlog.chunks.push(chunk);
    if (!isWaiting && giveSlice(backlog)) wait(backlog);
    return backlog.chunks.length === 0;
  };
  socket._read = (size) => {
    if (backlog.chunks.length) backlog.readOn = () => read(size);
    else read(size);
  };
  // Without a data listener, Node's parser reads past `push`.
  socket.on('data', () => undefined);
}

function giveSlice(backlog: Backlog): boolean {
  const { socket, push, chunks } = backlog;
  for (let given = 0; given < sliceBytes && chunks.length && !socket.destroyed; given += pieceBytes)
    push(takePiece(chunks));
  if (socket.destroyed) chunks.length = 0;
  if (chunks.length) return true;
  const { readOn } = backlog;
  backlog.readOn = undefined;
  readOn?.();
  return false;
}

/** null, the end of the stream, is a piece too. */
function takePiece(chunks: (Buffer | null)[]): Buffer | null {
  const chunk = chunks.shift()!;
  if (chunk && chunk.length > pieceBytes) chunks.unshift(chunk.subarray(pieceBytes));
  return chunk && chunk.subarray(0, pieceBytes);
}

function hasManyLines(chunk: Buffer | null): boolean {
  let at = -1;
  for (let ends = 0; ends < floodLineEnds; ends++) {
    at = chunk?.indexOf(10, at + 1) ?? -1;
    if (at < 0) return false;
  }
  return true;
}
