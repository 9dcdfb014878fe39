import { createHash } from 'node:crypto';
import { clock } from '@tandem/domain/core/clock';
import type { Json } from '@tandem/domain/core/page';
import type { Counts } from '@tandem/domain/exports/exports.port';
import type { ExportPage } from './export-pages.js';

/** Of the lines, not of the records in them. */
const schemaVersion = 1;

const newline = Buffer.from('}\n');
const lineFeed = 10;
const space = 32;

/** A manifest, the rows with a cursor after each page, and an end line without which the export is incomplete. */
export async function* ndjsonLines(
  pages: AsyncIterable<ExportPage>,
  { sequence, counts }: { sequence: number; counts: Counts },
): AsyncGenerator<Buffer> {
  const sum = createHash('sha256');
  const summed = (chunk: Buffer) => {
    sum.update(chunk);
    return chunk;
  };
  const types = Object.keys(counts);
  yield summed(line({ type: 'manifest', sequence, started_at: clock.now(), types, schema_version: schemaVersion }));
  for await (const { source, records, next } of pages) {
    counts[source.type]! += records.length;
    const cursor = next === null ? [] : [line({ type: 'cursor', cursor: next })];
    yield summed(Buffer.concat([...rows(source.type, records), ...cursor]));
  }
  yield line({ type: 'end', counts, sha256: sum.digest('hex') });
}

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

function rows(type: string, records: readonly Json[]): Buffer[] {
  const before = Buffer.from(`{"type":${JSON.stringify(type)},"record":`);
  return records.flatMap((record) => [before, onOneLine(Buffer.from(record)), newline]);
}

/** Line feeds in JSON are white space between values: in texts they are escaped. PostgreSQL's `json_agg` adds them. */
function onOneLine(json: Buffer): Buffer {
  for (let at = json.indexOf(lineFeed); at >= 0; at = json.indexOf(lineFeed, at + 1)) json[at] = space;
  return json;
}
