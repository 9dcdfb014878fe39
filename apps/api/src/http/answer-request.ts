import type { Request, Response } from 'express';
import type { Edge } from './edge.js';
import { sendProblem } from './render-problem.js';
import { factsOf, type RequestFacts } from './request-facts.js';

/** A request and its answer. */
export interface Exchange {
  request: Request;
  response: Response;
  facts: RequestFacts;
  /** What goes with the answer, also where it is a problem. */
  headers: Record<string, string> & { 'x-request-id': string };
}

/** How the requests to one address are answered. */
export interface Answering {
  /** Path of the route. */
  route: string;
  /** Sends the answer, or throws why there is none. */
  answer: (exchange: Exchange) => Promise<void>;
  /** What was thrown, in terms of what the caller sent and can do. */
  told: (error: unknown, request: Request) => unknown;
}

/** Answers a request, where it must be with a problem. The time that it took goes to metrics and log. */
export async function answerRequest(
  { route, answer, told }: Answering,
  request: Request,
  response: Response,
  edge: Edge,
): Promise<void> {
  const started = performance.now();
  const facts = factsOf(request);
  // Answers are for their caller and this moment only: no cache or browser may keep them (RFC 9111).
  const headers = { 'x-request-id': facts.requestId, 'cache-control': 'no-store' };
  await answer({ request, response, facts, headers }).catch((error: unknown) =>
    sendProblem(told(error, request), request, response, { edge, headers }),
  );
  const line = { method: request.method, route, status: response.statusCode };
  const seconds = (performance.now() - started) / 1000;
  edge.metrics.observe(line, seconds);
  edge.requestLogger.info({ ...line, ms: Math.round(seconds * 10_000) / 10, request_id: facts.requestId });
}
