import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '@tandem/domain/core/id';
import { makeHttpServer } from '@tandem/platform/serving/http-server';
import type { Assembled } from './assemble.js';
import type { Edge } from './http/edge.js';
import { HttpProblem } from './http/http-problem.js';
import { renderProblem } from './http/render-problem.js';

/** The HTTP server of the API; requests that Express never sees get a problem document too. */
export function makeServer(api: Pick<Assembled, 'app' | 'edge'>): Server {
  const server = makeHttpServer((request, response) => {
    if (isTarget(request.url!)) return void api.app(request, response);
    refuse({ code: 'malformed' }, request.socket, api.edge);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, api.edge));
  return server;
}

/** RFC 9112, section 3.2: a path, an absolute URI or an asterisk; Express cannot handle anything else. */
const isTarget = (url: string) => url.startsWith('/') || url === '*' || URL.canParse(url);

function refuse({ code }: { code?: string | undefined }, socket: Duplex, edge: Edge): void {
  // A response that has begun cannot be followed by another.
  if (!socket.writable || code === 'ECONNRESET' || isResponding(socket)) return void socket.destroy();
  const requestId = newId();
  const { status, body } = renderProblem(problemOf(code), edge, { instance: '/', requestId });
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${String(body.title)}\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}

/** Node keeps the response in progress in a field of the socket. */
const isResponding = (socket: Duplex & { _httpMessage?: { headersSent: boolean } | null }) =>
  socket._httpMessage?.headersSent === true;

function problemOf(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpProblem(431, 'headers_too_large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new HttpProblem(408, 'request_timeout', 'The request did not arrive in time.');
  return new HttpProblem(400, 'malformed_request', 'This is not well-formed HTTP.');
}
