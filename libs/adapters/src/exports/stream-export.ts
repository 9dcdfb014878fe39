import type { Chunks, Streamed } from '@tandem/domain/core/streamed';
import type { ExportFacts } from '@tandem/domain/exports/exports.port';
import { type ExportStart, RunningExports } from '@tandem/domain/exports/running-exports.service';
import { query } from '@tandem/platform/feature/queries';
import { type ExportPage, pagesOf, type Readable } from './export-pages.js';
import type { Source } from './exported-lists.js';
import { ndjsonLines } from './ndjson-lines.js';

export const ndjson = 'application/x-ndjson';

/** Of the routes of all exports. */
export const common = {
  counts: 'export',
  tool: 'never',
  problems: ['429 too_many_exports'],
} as const;

type Given = Record<string, unknown> & { resume?: string };

/** The use case of a route, which depends on the queries of the lists that it reads. */
export function exporting(
  name: string,
  sources: readonly Source[],
  run: (input: Given, lists: readonly Readable[], exports: RunningExports) => Promise<Streamed>,
) {
  const needs = [RunningExports, ...sources.map((source) => source.run)] as const;
  return query(name, needs, async (input: Given, ...[exports, ...queries]) =>
    run(
      input,
      sources.map((source, i) => ({ ...source, query: queries[i] as Readable['query'] })),
      exports,
    ),
  );
}

interface Form {
  facts: Pick<ExportFacts, 'format' | 'resumed'>;
  headers: Record<string, string>;
  lines: (pages: AsyncIterable<ExportPage>, start: ExportStart) => Chunks;
}

/** Reads the first page before the response begins, so that a wrong filter or cursor is still reported as a problem. */
export const exportOf = (
  lists: readonly Readable[],
  { filters, resume }: { filters: object; resume?: string | undefined },
  exports: RunningExports,
  { facts, headers, lines }: Form,
): Promise<Streamed> =>
  exports.stream(
    { ...facts, types: lists.map(({ type }) => type), filters: Object.keys(filters) },
    async (start) => {
      const pages = pagesOf(lists, filters, resume);
      const first = await pages.next();
      return () => lines(from(first, pages), start);
    },
    headers,
  );

async function* from(first: IteratorResult<ExportPage, void>, rest: AsyncGenerator<ExportPage, void>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

export const ndjsonOf = (
  lists: readonly Readable[],
  request: { filters: object; resume: string | undefined },
  exports: RunningExports,
  name: string,
): Promise<Streamed> =>
  exportOf(lists, request, exports, {
    facts: { format: 'ndjson', resumed: request.resume !== undefined },
    headers: headersOf(ndjson, `${name}.ndjson`),
    lines: ndjsonLines,
  });

export const headersOf = (type: string, file: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${file}"`,
});

export const ndjsonExample = (type: string) =>
  [
    { type: 'manifest', sequence: 42, started_at: '2026-11-29T10:00:00.000Z', types: [type], schema_version: 1 },
    { type, record: { id: '019ab1c2-2c26-7b46-8b68-ffc68ff99b45' } },
    { type: 'end', counts: { [type]: 1 }, sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
