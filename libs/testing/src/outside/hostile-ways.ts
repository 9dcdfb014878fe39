import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** How a server may answer, by the path asked for. */
export const hostileWays: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
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
  tinyChunks: (_, response) => {
    response.writeHead(200, { 'transfer-encoding': 'chunked' });
    response.socket!.end('1\r\nx\r\n'.repeat(20_000) + '0\r\n\r\n');
  },
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
  breaks: (_, response) => {
    response.writeHead(200, { 'content-length': 50 }).write('half');
    setTimeout(() => response.destroy(), 20);
  },
  noAnswer: (_, response) => response.destroy(),
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
