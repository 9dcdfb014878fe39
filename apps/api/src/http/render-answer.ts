import type { Response } from 'express';
import { List, Page } from '@tandem/domain/core/page';
import type { Route } from '@tandem/platform/feature/feature';

/** The response for a use case's result. */
export interface Rendering {
  status: number;
  location: string | null;
  body: string;
  headers: Record<string, string>;
}

export function renderAnswer(route: Route, result: unknown, base: string): Rendering {
  const plain = { status: route.status ?? 200, location: null, headers: {} };
  if (result instanceof Page) return { ...plain, body: envelope(result) };
  if (result instanceof List) return { ...plain, body: `[${join(result)}]`, headers: cutHeaders(result) };
  if (route.answer.shape === 'none') return { ...plain, status: route.status ?? 204, body: '' };
  const body = route.answer.view!.render(result);
  return {
    ...plain,
    body,
    status: statusOf(route, result),
    location: route.location ? base + locate(route.location, body) : null,
  };
}

const cutHeaders = ({ truncated, nextCursor }: List): Record<string, string> => ({
  ...(truncated && { 'x-truncated': 'true' }),
  ...(nextCursor !== null && { 'x-next-cursor': nextCursor }),
});

/** A creation that found its record already there answers 200: the result says so itself. */
const statusOf = (route: Route, result: unknown) =>
  route.status === 201 && (result as { alreadyThere?: boolean }).alreadyThere ? 200 : (route.status ?? 200);

const join = ({ items }: { items: readonly { json: string }[] }) => items.map((item) => item.json).join(',');

const envelope = (page: Page) =>
  `{"data":[${join(page)}],"has_more":${page.nextCursor !== null},"next_cursor":${JSON.stringify(page.nextCursor)}}`;

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
