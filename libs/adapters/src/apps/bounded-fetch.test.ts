import { describe, expect, it } from '@jest/globals';
import { failureOf } from '@tandem/platform/egress/egress-failure';
import { boundedFetch, type Bounds } from './bounded-fetch.js';

const streaming =
  (...chunks: string[]): typeof fetch =>
  async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
        controller.close();
      },
    });
    return new Response(body, { status: 201, headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  };
const bounded = (fetch: typeof globalThis.fetch, max: Partial<Bounds>) => {
  const reported: unknown[] = [];
  const bounds = { requests: 9, bytes: 1000, messages: 9, ...max };
  return Object.assign(
    boundedFetch(fetch, bounds, (failure) => reported.push(failure.failure)),
    { reported },
  );
};
const outcome = (fetch: typeof globalThis.fetch) =>
  fetch('http://x').then(
    (response) => response.text().catch(failureOf),
    (error: unknown) => failureOf(error),
  );

describe('a bounded fetch', () => {
  it.each([
    ['line feeds', ['data: 1\n\ndata: 2\n\n']],
    ['both line ends', ['data: 1\r\n\r\ndata: 2\r\n\r\n']],
    ['carriage returns', ['data: 1\r\rdata: 2\r\r']],
    ['chunks split at any byte', ['data: 1\r', '\n', '\r', '\nda', 'ta: 2\r\n\r', '\n']],
    ['several lines per message', ['data: 1\ndata: 1\ndata: 1\n\ndata: 2\nid: 7\n\n']],
  ])('accepts messages up to the limit with %s', async (_, chunks) => {
    const max = (messages: number) => bounded(streaming(...chunks), { messages });
    expect(await outcome(max(2))).toBe(chunks.join(''));
    expect(await outcome(max(1))).toBe('invalid_response');
  });

  it.each<[string, Partial<Bounds>]>([
    ['messages', { messages: 2 }],
    ['bytes', { bytes: 18 }],
    ['requests', { requests: 2 }],
  ])('counts %s over all responses and reports the excess', async (_, max) => {
    const fetch = bounded(streaming('data: 1\n\n'), max);
    const outcomes = [await outcome(fetch), await outcome(fetch), await outcome(fetch)];
    expect(outcomes).toEqual(['data: 1\n\n', 'data: 1\n\n', 'invalid_response']);
    expect(fetch.reported).toEqual(['invalid_response']);
  });

  it('keeps status and headers', async () => {
    const response = await bounded(streaming('data: 1\n\n'), {})('http://x');
    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'text/event-stream; charset=utf-8']);
  });
});
