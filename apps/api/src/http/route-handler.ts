import type { Request } from 'express';
import type { Route } from '@tandem/platform/feature/feature';
import { acceptsAny } from './accepted.js';
import { answering, type Exchange } from './answer-request.js';
import { authenticate } from './authenticate.js';
import { inTermsOfBody } from './inputs/bare-list.js';
import type { Edge } from './edge.js';
import { HttpProblem } from './http-problem.js';
import { sentKey } from './idempotency.js';
import { TooManyRequests } from './limits/limits.js';
import { RoutePerformer } from './perform-route.js';
import { InputReader } from './inputs/read-input.js';
import { renderAnswer, type Rendering } from './render-answer.js';
import { renderProblem } from './render-problem.js';
import type { RequestFacts } from './request-facts.js';
import { send } from './send.js';

/** Takes requests to one route, and answers them. */
export class RouteHandler {
  private readonly reader: InputReader;
  private readonly performer: RoutePerformer;
  readonly handle = answering(this.route.path, this.edge, (exchange) => this.answer(exchange));

  constructor(
    private readonly route: Route,
    private readonly edge: Edge,
  ) {
    this.reader = new InputReader(route);
    this.performer = new RoutePerformer(route, edge);
  }

  private async answer(exchange: Exchange): Promise<void> {
    const { status, location, body, headers: own } = await this.rendering(exchange);
    const type = body && { 'content-type': 'application/json; charset=utf-8' };
    send(exchange.response, status, { ...exchange.headers, ...own, ...(location && { location }), ...type }, body);
  }

  private rendering(exchange: Exchange): Promise<Rendering> {
    return this.serve(exchange).catch((error: unknown) => {
      if (this.route.lenient) return this.leniently(error, exchange.facts);
      throw inTermsOfBody(error, this.route, exchange.request);
    });
  }

  private async serve({ request, response, facts, headers }: Exchange): Promise<Rendering> {
    const scope = await authenticate(this.route, request, facts, this.edge);
    Object.assign(headers, await this.edge.limits.request(scope));
    const call = {
      scope,
      params: request.params,
      idempotencyKey: sentKey(request),
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
    const { status } = renderProblem(error, this.edge, { instance: '', requestId });
    const headers = error instanceof TooManyRequests ? error.headers : {};
    return { ...renderAnswer(this.route, this.route.lenient!.insteadOf(status), ''), headers };
  }
}

function mustAcceptJson(route: Route, request: Request): void {
  if (route.lenient || acceptsAny(request, ['application/json'])) return;
  throw new HttpProblem(406, 'not_acceptable', 'Answers are application/json.');
}
