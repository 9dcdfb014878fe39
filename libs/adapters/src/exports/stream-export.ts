import { RunningExports } from '@tandem/domain/exports/running-exports.service';
import { query } from '@tandem/platform/feature/queries';
import { ahead, pagesOf, type Readable } from './export-pages.js';
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
  run: (input: Given, lists: readonly Readable[], exports: RunningExports) => ReturnType<RunningExports['stream']>,
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

export function ndjsonOf(
  lists: readonly Readable[],
  { filters, resume }: { filters: object; resume: string | undefined },
  exports: RunningExports,
  name: string,
): ReturnType<RunningExports['stream']> {
  const facts = {
    format: 'ndjson',
    types: lists.map(({ type }) => type),
    filters: Object.keys(filters),
    resumed: resume !== undefined,
  } as const;
  return exports.stream(
    facts,
    async (from) => {
      const pages = pagesOf(lists, filters, resume);
      const first = await pages.next();
      return () => ndjsonLines(ahead(pages, first), from);
    },
    headersOf(ndjson, `${name}.ndjson`),
  );
}

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
