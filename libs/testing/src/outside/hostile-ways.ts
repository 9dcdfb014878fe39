import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

const continuing = 'HTTP/1.1 100 Continue\r\n\r\n';
const final = 'HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\nHTTP/1.1 100 ok';

type Way = (request: IncomingMessage, response: ServerResponse) => void;

/** Writes exactly these bytes. */
export function raw(bytes: string, then: (socket: Socket) => void = () => undefined): Way {
  return ({ socket }) => void socket.write(bytes, () => then(socket));
}

/** Ways of a server to respond, by requested path. */
export const hostileWays: Record<string, Way> = {
  echo: (request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { method, headers } = request;
        response.end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }));
      });
  },
  hang: () => undefined,
  drip: (_, response) => void setInterval(() => response.write('x'), 50).unref(),
  dripHeaders: (_, response) => {
    response.socket!.write('HTTP/1.1 200 OK\r\n');
    setInterval(() => response.socket?.write('x-a: b\r\n'), 50).unref();
  },
  tinyChunks: raw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`),
  endless: (request, response) => {
    const more = () => !request.socket.destroyed && response.write(Buffer.alloc(65_536, 'y'), () => setImmediate(more));
    more();
  },
  huge: (_, response) => response.writeHead(200, { 'content-length': 10 ** 12 }).write('z'.repeat(100_000)),
  exact: (_, response) => response.end('e'.repeat(1000)),
  hugeHeaders: (_, response) => response.writeHead(200, { 'x-long': 'h'.repeat(100_000) }).end(),
  gzip: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('g'.repeat(10 ** 6))),
  badGzip: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
  binary: (_, response) => response.end(Buffer.from([0x61, 0, 0xff, 0x62])),
  euros: (_, response) => response.end('€'.repeat(10)),
  cookies: (_, response) => response.writeHead(500, { 'set-cookie': ['a=1', 'b=2'], 'X-Mixed': 'Case' }).end('oops'),
  cut: raw('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf', (socket) => socket.end()),
  reset: raw('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf', (socket) =>
    setTimeout(() => socket.resetAndDestroy(), 20),
  ),
  chunksCut: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n', (socket) => socket.end()),
  badChunks: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n'),
  noContent: raw('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok'),
  unavailable: raw('HTTP/1.1 503 Unavailable\r\nretry-after: 3600\r\ncontent-length: 50\r\n\r\nhalf', (socket) =>
    socket.end(),
  ),
  tooLong: raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokay'),
  continues: raw(`${continuing}${continuing}${final}`),
  continuesInPieces: (request) => {
    const pieces = [...`${continuing}HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${continuing}${final}`];
    const next = () => void (pieces.length && request.socket.write(pieces.shift()!, () => setImmediate(next)));
    request.socket.setNoDelay(true);
    next();
  },
  switches: raw(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n${final}`),
  everyInterim: raw(
    `${[100, 101, 102, 103, 110, 199].map((status) => `HTTP/1.1 ${status} x\r\n\r\n`).join('')}${final}`,
  ),
  continuesForEver: (request) => {
    const more = () =>
      !request.socket.destroyed && request.socket.write(continuing.repeat(100), () => setImmediate(more));
    more();
  },
  noResponse: (_, response) => response.destroy(),
  early: (_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeHead(204).end();
  },
  hints: (request) => {
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000);
    const more = () => !request.socket.destroyed && request.socket.write(hints, () => setImmediate(more));
    more();
  },
  noLocation: (_, response) => response.writeHead(304).end(),
};
