import pg from 'pg';
import type { Form, View } from '../view/view.js';

type Write = (text: string) => string;

const asItIs: Write = (text) => text;

const writers: Record<Form, Write> = {
  json: asItIs,
  plain: (text) => `"${text}"`,
  text: (text) => JSON.stringify(text),
  flag: (text) => (text === 't' ? 'true' : 'false'),
  instant: (text) => `"${instantText(text)}"`,
};

const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** RFC 3339 in UTC with milliseconds, what is finer cut off, of a `timestamptz` as PostgreSQL writes it in a session of UTC. */
export function instantText(text: string): string {
  // As in `2026-11-22 16:09:13.12+00`: a year of four digits, and UTC.
  if (text[4] !== '-' || !text.endsWith('+00')) return parse(text).toISOString();
  const millis = text.length > 22 ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`;
}

/**
 * Rows as a view shows them: selected as one text, which is far cheaper to receive than a column for each field, and written as
 * JSON. The bytes are those of `row_to_json`, but for instants, which are RFC 3339.
 */
export class RowJson {
  /** What is selected: the fields as PostgreSQL writes a row (PostgreSQL 8.16.6, "Composite Type Input and Output Syntax"). */
  readonly column: string;
  private readonly fields: { head: string; none: string; write: Write }[];

  constructor(view: Pick<View, 'row' | 'fields'>) {
    this.column = view.row;
    this.fields = Object.entries(view.fields).map(([wire, { form }], index) => {
      const head = `${index ? ',' : '{'}${JSON.stringify(wire)}:`;
      return { head, none: `${head}null`, write: writers[form] };
    });
  }

  write(row: string): string {
    const last = row.length - 1;
    let json = '';
    let at = 1;
    for (const { head, none, write } of this.fields) {
      const end = endOfField(row, at, last);
      if (end === at) json += none;
      else
        json += head + write(row.charCodeAt(at) === quote ? unquoted(row.slice(at + 1, end - 1)) : row.slice(at, end));
      at = end + 1;
    }
    return `${json}}`;
  }
}

const quote = 34;
const comma = 44;

/** Where the field that begins at `at` ends: at a comma, or at the parenthesis that is last. */
function endOfField(row: string, at: number, last: number): number {
  const first = row.charCodeAt(at);
  if (first === comma || at === last) return at;
  if (first !== quote) {
    const end = row.indexOf(',', at);
    return end < 0 ? last : end;
  }
  let end = row.indexOf('"', at + 1);
  // A quote inside is written twice.
  while (row.charCodeAt(end + 1) === quote) end = row.indexOf('"', end + 2);
  return end + 1;
}

/** Inside quotes, a quote or a backslash is written twice. */
const unquoted = (inner: string) =>
  inner.includes('"') || inner.includes('\\') ? inner.replace(/(["\\])\1/g, '$1') : inner;
