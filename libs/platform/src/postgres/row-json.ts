import pg from 'pg';
import type { View } from '../view/view.js';

type Write = (text: string) => string;

const { builtins } = pg.types;

const asItIs: Write = (text) => text;
const plain: Write = (text) => `"${text}"`;

/** By type of column; the text of any other type is escaped. */
const writers: Readonly<Record<number, Write>> = {
  [builtins.BOOL]: (text) => (text === 't' ? 'true' : 'false'),
  [builtins.INT2]: asItIs,
  [builtins.INT4]: asItIs,
  [builtins.INT8]: asItIs,
  [builtins.FLOAT4]: asItIs,
  [builtins.FLOAT8]: asItIs,
  [builtins.NUMERIC]: asItIs,
  [builtins.JSON]: asItIs,
  [builtins.JSONB]: asItIs,
  [builtins.UUID]: plain,
  [builtins.DATE]: plain,
  [builtins.TIMESTAMPTZ]: (text) => plain(instantText(text)),
};

const parse = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => Date;

/** RFC 3339 in UTC with milliseconds, what is finer cut off, of a `timestamptz` as PostgreSQL writes it in a session of UTC. */
export function instantText(text: string): string {
  // As in `2026-11-22 16:09:13.12+00`: a year of four digits, and UTC.
  if (text[4] !== '-' || !text.endsWith('+00')) return parse(text).toISOString();
  const millis = text.length > 22 ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`;
}

/**
 * Rows as a view shows them, written as JSON out of the texts that PostgreSQL sends, of which no object is made. The bytes are
 * those of `row_to_json`, but for instants, which are RFC 3339.
 */
export class RowJson {
  /** Select list of the fields; a statement has it behind all else that it selects. */
  readonly columns: string;
  readonly count: number;
  private readonly heads: string[];

  constructor({ fields, columns }: Pick<View, 'fields' | 'columns'>) {
    this.columns = columns.join(', ');
    this.count = columns.length;
    this.heads = Object.keys(fields).map((wire, index) => `${index ? ',' : '{'}${JSON.stringify(wire)}:`);
  }

  /** Writes rows of which the fields begin at the column `start`; they are of these types. */
  writer(types: readonly number[], start: number): (texts: readonly (string | null)[]) => string {
    const fields = this.heads.map((head, index) => ({
      head,
      none: `${head}null`,
      write: writers[types[index]!] ?? JSON.stringify,
    }));
    return (texts) => {
      let json = '';
      let at = start;
      for (const { head, none, write } of fields) {
        const text = texts[at++]!;
        json += text === null ? none : head + write(text);
      }
      return `${json}}`;
    };
  }
}
