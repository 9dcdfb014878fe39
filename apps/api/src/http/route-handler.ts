import type { Request, Response } from 'express';
import { DomainError } from '@tandem/domain/core/errors';
import { inScope, noTenant, type Scope } from '@tandem/domain/core/scope';
import type { UsageOf } from '@tandem/domain/core/usage-meter';
import type { Route } from '@tandem/platform/feature/feature';
import { neededFor, refusalOf } from '@tandem/platform/feature/permit';
import { authenticate } from './authenticate.js';
import { inTermsOfBody } from './bare-list.js';
import { apiPrefix, type Edge } from './edge.js';
import { HttpProblem } from './http-problem.js';
import { onceForKey } from './idempotency.js';
import { TooManyRequests } from './limits.js';
import { InputReader } from './read-input.js';
import { renderAnswer, type Rendering } from './render-answer.js';
import { renderProblem, sendProblem } from './render-problem.js';
import { factsOf, type RequestFacts } from './request-facts.js';
import { send } from './send.js';

/** A request and its answer. */
interface Call {
  request: Request;
  response: Response;
  facts: RequestFacts;
  /** What goes with the answer, also where it is a problem. */
  headers: Record<string, string> & { 'x-request-id': string };
}

/** Takes requests to one route: the only way from a request to a use case and back. */
export class RouteHandler {
  private readonly reader: InputReader;
  private readonly useCase: InstanceType<Route['run']>;
  /** The right that the route asks for, or another word for who may call it. */
  private readonly needed: string;
  private readonly usage: UsageOf;

  constructor(
    private readonly route: Route,
    private readonly edge: Edge,
  ) {
    this.reader = new InputReader(route);
    this.useCase = edge.container.get(route.run);
    this.needed = neededFor(route);
    this.usage = { kind: route.method === 'get' ? 'read' : 'write', also: route.counts };
  }

  async handle(request: Request, response: Response): Promise<void> {
    const started = performance.now();
    const facts = factsOf(request);
    // Answers are for their caller and this moment only: no cache or browser may keep them (RFC 9111).
    const headers = { 'x-request-id': facts.requestId, 'cache-control': 'no-store' };
    await this.answer({ request, response, facts, headers });
    const line = { method: request.method, route: this.route.path, status: response.statusCode };
    const seconds = (performance.now() - started) / 1000;
    this.edge.metrics.observe(line, seconds);
    this.edge.requestLogger.info({ ...line, ms: Math.round(seconds * 10_000) / 10, request_id: facts.requestId });
  }

  private async answer(call: Call): Promise<void> {
    const { request, response, facts, headers } = call;
    try {
      const {
        status,
        location,
        body,
        headers: own,
      } = await this.serve(call).catch((error: unknown) => this.leniently(error, facts));
      const type = body && { 'content-type': 'application/json; charset=utf-8' };
      send(response, status, { ...headers, ...own, ...(location && { location }), ...type }, body);
    } catch (error) {
      sendProblem(inTermsOfBody(error, this.route, request), request, response, { edge: this.edge, headers });
    }
  }

  private async serve(call: Call): Promise<Rendering> {
    const { request, response, facts } = call;
    const scope = await authenticate(this.route, request, facts, this.edge);
    await this.admit(scope, call);
    return this.inTurn(scope, response, async () => {
      const input = await this.reader.read(request, response);
      if (scope.tenantId !== noTenant) this.edge.meter.count(scope.tenantId, this.usage);
      return inScope(scope, () => this.run(request, input)).catch((error: unknown) => this.noteRefusal(scope, error));
    });
  }

  /** Checks rate limits, rights and Accept. */
  private async admit(scope: Scope, { request, headers }: Call): Promise<void> {
    const { route, edge } = this;
    const { tenantId, actor, isTest } = scope;
    if (tenantId !== noTenant) Object.assign(headers, await edge.limits.request(actor.id, tenantId, isTest));
    await this.mustBeAllowed(scope);
    if (route.trial) await edge.limits.trial(tenantId, placeOf(route, request));
    const { accept } = request.headers;
    if (route.lenient || !accept || accept.includes('*/*') || request.accepts('json')) return;
    throw new HttpProblem(406, 'not_acceptable', 'Answers are application/json.');
  }

  private async mustBeAllowed(scope: Scope): Promise<void> {
    const refusal = refusalOf(this.route, scope.rights);
    if (!refusal) return;
    await this.noteDenial(scope);
    throw refusal;
  }

  /** Serves a request when it is its tenant's turn. After a long answer the turn ends only once that has been sent. */
  private async inTurn(scope: Scope, response: Response, serve: () => Promise<Rendering>): Promise<Rendering> {
    // What calls the outside world may take long, and is limited by itself.
    if (scope.tenantId === noTenant || this.route.outside) return serve();
    const turn = await this.edge.traffic.begin(scope.tenantId);
    let isLong = false;
    try {
      const rendering = await serve();
      isLong = turn.spend(Buffer.byteLength(rendering.body));
      return rendering;
    } finally {
      // A body is read, parsed and stored: it counts twice.
      turn.spend(2 * ((response.locals.bodyBytes as number | undefined) ?? 0));
      if (isLong && !response.destroyed) {
        response.once('close', turn.end);
        setTimeout(turn.end, longestSending).unref();
      } else turn.end();
    }
  }

  /** Runs the use case; what it prepares is done before an Idempotency-Key opens a transaction. */
  private async run(request: Request, input: object): Promise<Rendering> {
    const { route, edge, useCase } = this;
    const prepared: unknown = await useCase.prepare?.(input);
    const once = async () => renderAnswer(route, await useCase.run(input, prepared), edge.publicUrl + apiPrefix);
    return onceForKey(route, request, once, edge);
  }

  /** Refusals that a use case decides on are audited like those of the edge. */
  private async noteRefusal(scope: Scope, error: unknown): Promise<never> {
    if (error instanceof DomainError && error.kind === 'forbidden') await this.noteDenial(scope);
    throw error;
  }

  private async noteDenial(scope: Scope): Promise<void> {
    const denied = { method: this.route.method, route: this.route.path, access: this.needed };
    if (scope.tenantId !== noTenant) await inScope(scope, () => this.edge.audit.denied(denied));
  }

  /** A lenient operation answers 200 and tells the problem in its own body. */
  private leniently(error: unknown, { requestId }: RequestFacts): Rendering {
    const { edge, route } = this;
    if (!route.lenient) throw error;
    const { status, expected } = renderProblem(error, { publicUrl: edge.publicUrl, instance: '', requestId });
    if (!expected) edge.logger.error({ err: error as Error, request_id: requestId }, 'unexpected failure');
    const headers = error instanceof TooManyRequests ? error.headers : {};
    return { ...renderAnswer(route, route.lenient.insteadOf(status), ''), headers };
  }
}

/** A slow reader's long answer counts as sent after this time, so that it does not hold up others of the tenant. */
const longestSending = 2000;

/** Path with ids, ids in lower case. */
const placeOf = ({ path }: Route, { params }: Request) =>
  path.replace(/:(\w+)/g, (_, name: string) => String(params[name]).toLowerCase());
