import type { Request, Response } from 'express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { DomainError } from '@tandem/domain/core/errors';
import type { Scope } from '@tandem/domain/core/scope';
import type { Feature } from '@tandem/platform/feature/feature';
import type { Settings } from '@tandem/platform/settings/settings';
import { acceptsAny } from '../http/accepted.js';
import { answering, type Exchange } from '../http/answer-request.js';
import { authenticate } from '../http/authenticate.js';
import type { Authenticator } from '../http/authenticator.js';
import type { Edge } from '../http/edge.js';
import { badRequest, HttpProblem } from '../http/http-problem.js';
import { sentKey } from '../http/idempotency.js';
import { TooManyRequests } from '../http/limits/limits.js';
import { countPublic } from '../http/limits/public-requests.js';
import { jsonBody } from '../http/inputs/read-body.js';
import { securityHeaders } from '../http/send.js';
import { isAllowed } from './allowed-origins.js';
import { inAcceptedForm, mediaTypes } from './answer-form.js';
import type { McpRequest } from './mcp-request.js';
import { mcpHandler } from './mcp-server.js';
import { withoutNulls } from './tool-arguments.js';
import { choiceOf } from './tool-choice.js';
import { Toolbox } from './toolbox.js';

export const mcpPath = '/mcp';

/** `POST /mcp`: who calls and what they send is checked before the protocol is looked at. */
export class McpEndpoint {
  private readonly serve: ReturnType<typeof toNodeHandler>;
  private readonly readBody = jsonBody(2 * 1024 * 1024);
  private readonly toolbox: Toolbox;

  constructor(
    features: readonly Feature[],
    private readonly edge: Edge,
    private readonly options: { settings: Settings; authenticator: Authenticator },
  ) {
    this.toolbox = new Toolbox(features, edge);
    this.serve = toNodeHandler(inAcceptedForm(mcpHandler(this.toolbox, edge)));
  }

  readonly handle = answering(mcpPath, this.edge, (exchange) =>
    this.answer(exchange).catch((error: unknown) => {
      throw this.withMetadata(error);
    }),
  );

  private async answer({ request, response, facts, headers }: Exchange): Promise<void> {
    await this.mustFit(request, response);
    const gate = { authenticator: this.options.authenticator, limits: this.edge.limits };
    const scope = await authenticate({ access: 'authenticated' }, request, facts, gate);
    const choice = choiceOf(new URLSearchParams(request.originalUrl.split('?')[1]), this.toolbox.tools);
    if (!acceptsAny(request, [mediaTypes.json, mediaTypes.stream]))
      throw new HttpProblem(406, 'not_acceptable', 'Answers are application/json or text/event-stream.');
    await this.readBody(request, response);
    const message = messageIn(request.body);
    const refusal = await this.count(message, scope, headers);
    const idempotencyKey = sentKey(request);
    const args = (message.params as { arguments?: unknown } | undefined)?.arguments;
    const mcpRequest: McpRequest = { scope, choice, args, idempotencyKey, response, refusal, client: null };
    response.set({ ...securityHeaders, ...headers });
    await this.serve(
      Object.assign(request, { auth: { token: '', clientId: '', scopes: [], extra: { mcpRequest } } }),
      response,
      message,
    );
  }

  /** Refuses what is wrong for every caller; such requests count against their address, since no caller is known yet. */
  private async mustFit(request: Request, response: Response): Promise<void> {
    const { edge, options } = this;
    const refusal = !isAllowed(request, edge.publicUrl, options.settings)
      ? new HttpProblem(403, 'origin_not_allowed', 'The header Host or Origin names another place than this server.')
      : request.method !== 'POST' && notPossible(request.method);
    if (!refusal) return;
    await countPublic(edge)(request, response);
    throw refusal;
  }

  /** Counts the message. Beyond a rate limit the result of a tool call tells the model so; any other message is refused. */
  private async count(
    message: Message,
    scope: Scope,
    headers: Exchange['headers'],
  ): Promise<TooManyRequests | undefined> {
    try {
      Object.assign(headers, await this.edge.limits.request(scope));
      return undefined;
    } catch (error) {
      if (!(error instanceof TooManyRequests) || message.method !== 'tools/call') throw error;
      Object.assign(headers, error.headers);
      return error;
    }
  }

  /** Tells where to get a token, but only where an identity provider issues them: elsewhere a client would look in vain. */
  private withMetadata(error: unknown): unknown {
    if (!this.options.settings.AUTH_ISSUER || !(error instanceof DomainError) || error.kind !== 'unauthenticated')
      return error;
    const address = `${this.edge.publicUrl}/.well-known/oauth-protected-resource${mcpPath}`;
    return new HttpProblem(401, error.code, error.message, {
      'www-authenticate': `Bearer resource_metadata="${address}"`,
    });
  }
}

const notPossible = (method: string) =>
  new HttpProblem(405, 'method_not_allowed', `${method} is not possible here.`, { allow: 'POST' });

interface Message {
  method?: unknown;
  params?: unknown;
}

/** The protocol's library takes long to check each of them. */
const mostArguments = 1000;

/** The message; null in place of `params`, or of one of them, means that it is absent, as serializers of many languages write it. */
function messageIn(body: unknown): Message {
  if (!isObject(body)) throw badRequest('malformed_request', 'The body must be one JSON-RPC message, a JSON object.');
  const { params, ...message }: Message = body;
  if (!isObject(params)) return { ...message, ...(params != null && { params }) };
  if (isObject(params.arguments) && Object.keys(params.arguments).length > mostArguments)
    throw badRequest('json_too_large', `A tool takes at most ${mostArguments} arguments.`);
  return { ...message, params: withoutNulls(params) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
