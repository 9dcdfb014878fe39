import { List, Page } from '@tandem/domain/core/page';
import { Streamed } from '@tandem/domain/core/streamed';
import { responseBody, defaultStatus, mediaTypeOf, type Route } from '@tandem/platform/feature/feature';
import type { StoredResponse } from '@tandem/platform/idempotency/stored-responses';
import type { Headers } from './http-problem.js';

export interface Rendering extends StoredResponse {
  headers: Headers;
  stream?: Streamed;
}

export function renderResponse(route: Route, result: unknown, base: string): Rendering {
  if (result instanceof Streamed) return streamed(route, result);
  return {
    status: statusOf(route, result),
    location: route.location ? base + locate(route.location, route.response, result) : null,
    body: responseBody(route, result),
    headers: headersOf(result),
  };
}

const streamed = (route: Route, stream: Streamed): Rendering => ({
  status: 200,
  location: null,
  body: '',
  headers: { 'content-type': mediaTypeOf(route), ...stream.headers },
  stream,
});

function headersOf(result: unknown): Headers {
  if (result instanceof Page) return result.headers;
  return result instanceof List ? listHeaders(result) : {};
}

const listHeaders = ({ truncated, nextCursor }: List): Headers => ({
  ...(truncated && { 'x-truncated': 'true' }),
  ...(nextCursor !== null && { 'x-next-cursor': nextCursor }),
});

function statusOf(route: Route, result: unknown): number {
  const status = defaultStatus(route);
  return status === 201 && (result as { alreadyThere?: boolean }).alreadyThere ? 200 : status;
}

/** Fills `{slug}` with a field of the view, `{member.id}` with a part of one. */
const locate = (template: string, { view }: Route['response'], result: unknown) =>
  template.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const [wire, ...parts] = path.split('.');
    const value = parts.reduce<unknown>(
      (parent, part) => (parent as Record<string, unknown>)[part],
      view!.value(result, wire!),
    );
    return encodeURIComponent(String(value));
  });
