import type { Request, Response } from 'express';
import type { Route } from '@tandem/platform/feature/feature';
import { authenticate } from './authenticate.js';
import { inTermsOfBody } from './inputs/bare-list.js';
import type { Edge } from './edge.js';
import { HttpProblem } from './http-problem.js';
import { TooManyRequests } from './limits/limits.js';
import { RoutePerformer } from './perform-route.js';
import { InputReader } from './inputs/read-input.js';
import { renderAnswer, type Rendering } from './render-answer.js';
import { renderProblem, sendProblem } from './render-problem.js';
import { factsOf, type RequestFacts } from './request-facts.js';
import { send } from './send.js';

/** A request and its answer. */
interface Exchange {
  request: Request;
  response: Response;
  facts: RequestFacts;
  /** What goes with the answer, also where it is a problem. */
  headers: Record<string, string> & { 'x-request-id': string };
}

/** Takes requests to one route, and answers them. */
export class RouteHandler {
  private readonly reader: InputReader;
  private readonly performer: RoutePerformer;

  constructor(
    private readonly route: Route,
    private readonly edge: Edge,
  ) {
    this.reader = new InputReader(route);
    this.performer = new RoutePerformer(route, edge);
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

  private async answer(exchange: Exchange): Promise<void> {
    const { request, response, headers } = exchange;
    try {
      const { status, location, body, headers: own } = await this.rendering(exchange);
      const type = body && { 'content-type': 'application/json; charset=utf-8' };
      send(response, status, { ...headers, ...own, ...(location && { location }), ...type }, body);
    } catch (error) {
      sendProblem(inTermsOfBody(error, this.route, request), request, response, { edge: this.edge, headers });
    }
  }

  private rendering(exchange: Exchange): Promise<Rendering> {
    const serving = this.serve(exchange);
    return this.route.lenient ? serving.catch((error: unknown) => this.leniently(error, exchange.facts)) : serving;
  }

  private async serve({ request, response, facts, headers }: Exchange): Promise<Rendering> {
    const scope = await authenticate(this.route, request, facts, this.edge);
    Object.assign(headers, await this.edge.limits.request(scope));
    const call = {
      scope,
      path: request.originalUrl.split('?')[0]!,
      params: request.params,
      idempotencyKey: request.get('idempotency-key'),
      check: () => mustAcceptJson(this.route, request),
      response,
    };
    return this.performer.perform(call, async () => {
      const input = await this.reader.read(request, response);
      return { input, body: request.body };
    });
  }

  /** A lenient operation answers 200 and tells the problem in its own body. */
  private leniently(error: unknown, { requestId }: RequestFacts): Rendering {
    const { edge, route } = this;
    const { publicUrl, problems } = edge;
    const { status, expected } = renderProblem(error, { publicUrl, problems, instance: '', requestId });
    if (!expected) edge.logger.error({ err: error as Error, request_id: requestId }, 'unexpected failure');
    const headers = error instanceof TooManyRequests ? error.headers : {};
    return { ...renderAnswer(route, route.lenient!.insteadOf(status), ''), headers };
  }
}

function mustAcceptJson(route: Route, request: Request): void {
  const { accept } = request.headers;
  if (route.lenient || !accept || accept.includes('*/*') || request.accepts('json')) return;
  throw new HttpProblem(406, 'not_acceptable', 'Answers are application/json.');
}
