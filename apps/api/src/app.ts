import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import compression from 'compression';
import cors from 'cors';
import express, { type Express } from 'express';
import helmet from 'helmet';
import { newId } from '@tandem/domain/core/id';
import type { Feature } from '@tandem/platform/feature/feature';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import { makeHttpServer } from '@tandem/platform/serving/http-server';
import type { Settings } from '@tandem/platform/settings/settings';
import { apiRouter } from './http/api-router.js';
import { apiPrefix, type Edge } from './http/edge.js';
import type { Authenticator } from './http/authenticator.js';
import { HttpProblem } from './http/http-problem.js';
import { nothingAt } from './http/refuse-method.js';
import { countFailed, countPublic } from './http/limits/rate-limit.js';
import { readableHeaders } from './http/openapi/response-headers.js';
import { respondWithProblems, renderProblem } from './http/render-problem.js';
import { collectFacts, forbidCaching, refuseAmbiguous } from './http/request-context.js';
import { mcpHandlers, mcpPath } from './mcp/mcp-endpoint.js';
import { protectedResource } from './mcp/protected-resource.js';

export { openapiDocument } from './http/openapi/openapi-document.js';

export interface AppOptions {
  settings: Settings;
  operationalRoutes: express.Router;
  authenticator: Authenticator;
}

/** Compressing shorter responses costs more than it saves. */
const threshold = 1024;

/** The Express app over the routes of all features. Every request passes the middleware in this order. */
export function makeApp(features: readonly Feature[], edge: Edge, options: AppOptions): Express {
  const { CORS_ORIGINS: origin, TRUST_PROXY, MCP_ENABLED, AUTH_ISSUER } = options.settings;
  const vocabulary = vocabularyOf(features);
  const app = express();
  app.disable('etag').disable('x-powered-by').set('query parser', false).set('trust proxy', TRUST_PROXY);
  app.use(helmet(), collectFacts, refuseAmbiguous);
  app.use((_request, _response, next) => vocabulary.within(next));
  if (origin.length) app.use(cors({ origin, exposedHeaders: readableHeaders }));
  app.use(apiPrefix, forbidCaching, compression({ threshold }), apiRouter(features, edge));
  if (MCP_ENABLED) app.all(mcpPath, forbidCaching, ...mcpHandlers(features, edge, options));
  app.use(countPublic(edge), options.operationalRoutes);
  if (MCP_ENABLED && AUTH_ISSUER) app.use(protectedResource(() => edge.publicUrl, AUTH_ISSUER));
  app.use((request) => {
    throw nothingAt(request.path);
  });
  app.use(countFailed(edge), respondWithProblems(edge));
  return app;
}

/** The HTTP server of the API; requests that Express never sees get a problem document too. */
export function makeServer(api: { app: Express; edge: Edge }): Server {
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
