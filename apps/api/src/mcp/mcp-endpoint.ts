import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { DomainError } from '@tandem/domain/core/errors';
import type { Feature } from '@tandem/platform/feature/feature';
import type { Settings } from '@tandem/platform/settings/settings';
import { acceptsAny, factsOf, scopeOf } from '../http/request-context.js';
import { authenticated, type Authenticator } from '../http/authenticator.js';
import type { Edge } from '../http/edge.js';
import { badRequest, HttpProblem } from '../http/http-problem.js';
import { sentKey } from '../http/idempotency.js';
import { TooManyRequests } from '../http/limits/rate-limit.js';
import { jsonBody } from '../http/inputs/read-body.js';
import { observed } from '../http/http-metrics.js';
import { methodNotAllowed } from '../http/refuse-method.js';
import { isAllowed } from './allowed-origins.js';
import { inAcceptedForm, mediaTypes } from './response-form.js';
import type { McpRequest } from './mcp-request.js';
import { mcpHandler } from './mcp-server.js';
import { withoutNulls } from './tool-arguments.js';
import { choiceOf } from './tool-choice.js';
import { Toolbox } from './toolbox.js';

export const mcpPath = '/mcp';

interface Options {
  settings: Settings;
  authenticator: Authenticator;
}

export const mcpHandlers = (
  features: readonly Feature[],
  edge: Edge,
  { settings, authenticator }: Options,
): (RequestHandler | ErrorRequestHandler)[] => [
  observed(mcpPath, edge),
  refuseInvalid(edge, settings),
  authenticated({ access: 'authenticated' }, { authenticator, limits: edge.limits }),
  served(features, edge),
  ...(settings.AUTH_ISSUER ? [pointToMetadata(edge)] : []),
];

/** Requests that are wrong for every caller count against their address, as the caller is not yet known. */
const refuseInvalid =
  (edge: Edge, settings: Settings): RequestHandler =>
  async (request, response, next) => {
    const refusal = !isAllowed(request, edge.publicUrl, settings)
      ? new HttpProblem(403, 'origin_not_allowed', 'The Host or Origin header does not name this server.')
      : request.method !== 'POST' && methodNotAllowed(request.method, 'POST');
    if (!refusal) return next();
    await edge.limits.publicRequest(factsOf(response).ip ?? '');
    throw refusal;
  };

function served(features: readonly Feature[], edge: Edge): RequestHandler {
  const readBody = jsonBody(2 * 1024 * 1024);
  const toolbox = new Toolbox(features, edge);
  const serve = toNodeHandler(inAcceptedForm(mcpHandler(toolbox, edge)));
  return async (request, response) => {
    const choice = choiceOf(new URLSearchParams(request.originalUrl.split('?')[1]), toolbox.tools);
    if (!acceptsAny(request, [mediaTypes.json, mediaTypes.stream]))
      throw new HttpProblem(406, 'not_acceptable', 'Responses are application/json or text/event-stream.');
    await readBody(request, response);
    const message = messageIn(request.body);
    const mcpRequest: McpRequest = {
      scope: scopeOf(response),
      choice,
      args: (message.params as { arguments?: unknown } | undefined)?.arguments,
      idempotencyKey: sentKey(request),
      response,
      refusal: await count(message, response, edge),
      client: null,
    };
    const auth = { token: '', clientId: '', scopes: [], extra: { mcpRequest } };
    await serve(Object.assign(request, { auth }), response, message);
  };
}

/** Above a rate limit, the result of a tool call reports that to the model; other messages are refused. */
async function count(message: Message, response: Response, { limits }: Edge): Promise<TooManyRequests | undefined> {
  try {
    response.set(await limits.request(scopeOf(response)));
    return undefined;
  } catch (error) {
    if (!(error instanceof TooManyRequests) || message.method !== 'tools/call') throw error;
    response.set(error.headers);
    return error;
  }
}

/** Points to the metadata (RFC 9728) if an identity provider is configured. */
const pointToMetadata =
  (edge: Edge): ErrorRequestHandler =>
  (error, _request, _response, next) => {
    if (!(error instanceof DomainError) || error.kind !== 'unauthenticated') return next(error);
    const address = `${edge.publicUrl}/.well-known/oauth-protected-resource${mcpPath}`;
    const headers = { 'www-authenticate': `Bearer resource_metadata="${address}"` };
    next(new HttpProblem(401, error.code, error.message, headers));
  };

interface Message {
  method?: unknown;
  params?: unknown;
}

/** The SDK takes long to validate each of them. */
const maxArguments = 1000;

/** Removes `params` and their members that are null: serializers of many languages write absent values as null. */
function messageIn(body: unknown): Message {
  if (!isObject(body)) throw badRequest('malformed_request', 'The body must be one JSON-RPC message, a JSON object.');
  const { params, ...message }: Message = body;
  if (!isObject(params)) return { ...message, ...(params != null && { params }) };
  if (isObject(params.arguments) && Object.keys(params.arguments).length > maxArguments)
    throw badRequest('json_too_large', `A tool accepts at most ${maxArguments} arguments.`);
  return { ...message, params: withoutNulls(params) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
