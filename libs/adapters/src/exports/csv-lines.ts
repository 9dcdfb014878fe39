import type { JsonSchema } from '@tandem/platform/view/kinds';
import type { View } from '@tandem/platform/view/view';
import type { Counts } from '@tandem/domain/exports/exports.port';
import type { ExportPage } from './export-pages.js';

/** Spreadsheets run a cell that begins with one of these as a formula. */
const formula = /^[=+\-@\t\r]/;

/** RFC 4180 with a header: a column for each field, null as an empty cell, and free JSON as JSON. */
export async function* csvLines(
  pages: AsyncIterable<ExportPage>,
  { view, raw }: { view: View; raw: boolean },
  counts: Counts,
): AsyncGenerator<string> {
  const columns = Object.entries(view.fields).map(([wire, { schema }]) => ({ wire, isText: isText(schema) }));
  yield lineOf(columns.map(({ wire }) => wire));
  for await (const { source, records } of pages) {
    counts[source.type]! += records.length;
    const lines = records.map((json) => {
      const record = JSON.parse(json.toString()) as Record<string, unknown>;
      return lineOf(columns.map(({ wire, isText }) => cell(record[wire], isText, raw)));
    });
    yield lines.join('');
  }
}

const isText = ({ type }: JsonSchema) => [type].flat().includes('string');

function cell(value: unknown, isText: boolean, raw: boolean): string {
  if (value === null || value === undefined) return '';
  if (!isText || typeof value !== 'string') return quoted(JSON.stringify(value));
  // An empty text in quotes, since null is an empty cell.
  return value === '' ? '""' : quoted(!raw && formula.test(value) ? `'${value}` : value);
}

const quoted = (text: string) => (/["\r\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const lineOf = (cells: readonly string[]) => `${cells.join(',')}\r\n`;
