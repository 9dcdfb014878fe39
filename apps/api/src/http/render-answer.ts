import type { Response } from 'express';
import { List } from '@tandem/domain/core/page';
import { answerBody } from '@tandem/platform/feature/answer-body';
import type { Route } from '@tandem/platform/feature/feature';

/** The response for a use case's result. */
export interface Rendering {
  status: number;
  location: string | null;
  body: string;
  headers: Record<string, string>;
}

export function renderAnswer(route: Route, result: unknown, base: string): Rendering {
  const body = answerBody(route, result);
  return {
    status: statusOf(route, result),
    location: route.location ? base + locate(route.location, body) : null,
    body,
    headers: result instanceof List ? cutHeaders(result) : {},
  };
}

const cutHeaders = ({ truncated, nextCursor }: List): Record<string, string> => ({
  ...(truncated && { 'x-truncated': 'true' }),
  ...(nextCursor !== null && { 'x-next-cursor': nextCursor }),
});

/** A creation that found its record already there answers 200: the result says so itself. */
function statusOf({ status, answer }: Route, result: unknown): number {
  if (status === 201 && (result as { alreadyThere?: boolean }).alreadyThere) return 200;
  return status ?? (answer.shape === 'none' ? 204 : 200);
}

function locate(template: string, body: string): string {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((value, wire) => (value as Record<string, unknown>)[wire], JSON.parse(body));
  return template.replace(/\{([\w.]+)\}/g, (_, path: string) => encodeURIComponent(String(at(path))));
}

export function sendAnswer(response: Response, { status, location, body, headers }: Rendering): void {
  response.status(status).set(headers);
  if (location) response.setHeader('location', location);
  if (status === 204) return void response.end();
  response.setHeader('content-type', 'application/json; charset=utf-8');
  // A short text goes out in one write with its headers; a long one is turned into bytes once, not for each of its readers.
  const content = body.length > longText ? Buffer.from(body) : body;
  response.setHeader('content-length', Buffer.byteLength(content));
  response.end(content);
}

const longText = 64 * 1024;
