import type { Server } from 'node:http';
import type { Socket } from 'node:net';

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
export function readInPieces(server: Server): void {
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
