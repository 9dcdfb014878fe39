import type { Request, RequestHandler, Response } from 'express';
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

/**
 * Answers the requests to one address: `answer` sends the answer, or throws why there is none, which is told as a problem. The time
 * that it took goes to metrics and log.
 */
export const answering =
  (route: string, edge: Edge, answer: (exchange: Exchange) => Promise<void>): RequestHandler =>
  async (request, response) => {
    const started = performance.now();
    const facts = factsOf(request);
    // Answers are for their caller and this moment only: no cache or browser may keep them (RFC 9111).
    const headers = { 'x-request-id': facts.requestId, 'cache-control': 'no-store' };
    await answer({ request, response, facts, headers }).catch((error: unknown) =>
      sendProblem(error, request, response, { edge, headers }),
    );
    const line = { method: request.method, route, status: response.statusCode };
    const seconds = (performance.now() - started) / 1000;
    edge.metrics.durations.observe(line, seconds);
    edge.requestLogger.info({ ...line, ms: Math.round(seconds * 10_000) / 10, request_id: facts.requestId });
  };
