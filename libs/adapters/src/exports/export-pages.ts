import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, isUnavailable } from '@tandem/domain/core/errors';
import { type Json, List, Page, Rendered } from '@tandem/domain/core/page';
import type { View } from '@tandem/platform/view/view';
import type { Source } from './exported-lists.js';

/** A list with the query that reads it. */
export type Readable = Source & { query: { run(input: object): Promise<unknown> }; input?: object };

export interface ExportPage {
  source: Source;
  records: readonly Json[];
  /** Where the rest continues; null after the last page. */
  next: string | null;
}

/** Less than the lease of an export and the silence after which a response is cut off. */
const maxWaitMillis = 20_000;
const pauseMillis = 1_000;

/** The lists, page by page, from a position that a page of the same lists gave as its `next`. */
export async function* pagesOf(
  lists: readonly Readable[],
  request: object,
  from: string | undefined,
): AsyncGenerator<ExportPage, void> {
  const start = from === undefined ? { at: 0, cursor: undefined } : positionIn(lists, from);
  let waitMillis = 0;
  for (let { at, cursor } = start; at < lists.length; at++) {
    const list = lists[at]!;
    do {
      const input = { ...request, ...list.input, isExport: true, cursor };
      const { records, next } = await readWithin(waitMillis, () => read(list, input));
      waitMillis = maxWaitMillis; // the response has begun, and can no longer ask its client to come back
      cursor = next;
      yield { source: list, records, next: positionAfter(lists, at, cursor) };
    } while (cursor !== undefined);
  }
}

async function readWithin<T>(waitMillis: number, read: () => Promise<T>): Promise<T> {
  const end = performance.now() + waitMillis;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() >= end) throw error;
      await pause(pauseMillis);
    }
  }
}

async function read({ query, view }: Readable, request: object): Promise<{ records: Json[]; next?: string }> {
  const result = await query.run(request).catch((error: unknown) => {
    throw isOfCursor(error) ? refused() : error;
  });
  const next = result instanceof Page || result instanceof List ? result.nextCursor : null;
  if (result instanceof List && result.truncated && next === null) throw new Error(`${view.name}: the list is cut`);
  return { records: recordsOf(result, view), ...(next === null ? {} : { next }) };
}

function recordsOf(result: unknown, view: View): Json[] {
  const items = result instanceof Page || result instanceof List ? result.items : [result].flat();
  return items.map((item) => (item instanceof Rendered ? item.bytes : view.render(item)));
}

function positionAfter(lists: readonly Readable[], at: number, cursor: string | undefined): string | null {
  if (cursor !== undefined) return `${lists[at]!.type}~${cursor}`;
  return at + 1 < lists.length ? `${lists[at + 1]!.type}~` : null;
}

function positionIn(lists: readonly Readable[], position: string): { at: number; cursor: string | undefined } {
  const [type, cursor] = position.split('~', 2);
  const at = lists.findIndex((list) => list.type === type);
  if (at < 0 || cursor === undefined) throw refused();
  return { at, cursor: cursor || undefined };
}

const isOfCursor = (error: unknown) => error instanceof DomainError && error.code === 'invalid_cursor';

function refused(): DomainError {
  const code = 'invalid_cursor';
  const detail = 'Pass the cursor of the last cursor line back unchanged, with the same filters.';
  return new DomainError('malformed', code, 'This cursor was not made for this export and these filters.', {
    findings: [{ parameter: 'resume', code, detail }],
  });
}
