import pg from 'pg';
import type { View } from '../view/view.js';
import { JsonBytes } from './json-bytes.js';
import type { ReceivedRow } from './received-row.js';

/** Writes the text of a column that stands between two places. */
type Write = (json: JsonBytes, from: Buffer, start: number, end: number) => void;

const { builtins } = pg.types;

const asItIs: Write = (json, from, start, end) => json.copy(from, start, end);
const quoted: Write = (json, from, start, end) => json.quoted(from, start, end);
const escaped: Write = (json, from, start, end) => json.text(from, start, end);
const [yes, no] = [Buffer.from('true'), Buffer.from('false')];
const flag: Write = (json, from, start) => {
  const said = from[start] === 't'.charCodeAt(0) ? yes : no;
  json.copy(said, 0, said.length);
};

/** By type of column; the text of any other type is escaped. */
const writers: Readonly<Record<number, Write>> = {
  [builtins.BOOL]: flag,
  [builtins.INT2]: asItIs,
  [builtins.INT4]: asItIs,
  [builtins.INT8]: asItIs,
  [builtins.FLOAT4]: asItIs,
  [builtins.FLOAT8]: asItIs,
  [builtins.NUMERIC]: asItIs,
  [builtins.JSON]: asItIs,
  [builtins.JSONB]: asItIs,
  [builtins.UUID]: quoted,
  [builtins.DATE]: quoted,
  [builtins.TIMESTAMPTZ]: (json, from, start, end) =>
    json.instant(from, start, end, (text) => JSON.stringify(instantText(text))),
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
 * Rows as a view shows them, written as JSON out of the bytes that PostgreSQL sends, of which neither an object nor a string is
 * made. The bytes are those of `row_to_json`, but for instants, which are RFC 3339.
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
  writer(types: readonly number[], start: number): (row: ReceivedRow) => Buffer {
    const fields = this.heads.map((head, index) => ({
      head: Buffer.from(head),
      none: Buffer.from(`${head}null`),
      write: writers[types[index]!] ?? escaped,
    }));
    const around = fields.reduce((sum, { none }) => sum + none.length, 1);
    return (row) => {
      const { bytes } = row;
      const json = new JsonBytes(row.length + around);
      let at = row.beginning(start);
      for (const { head, none, write } of fields) {
        const length = bytes.readInt32BE(at);
        at += 4;
        const name = length < 0 ? none : head;
        json.copy(name, 0, name.length);
        if (length < 0) continue;
        write(json, bytes, at, at + length);
        at += length;
      }
      json.byte(end);
      return json.written;
    };
  }
}

const end = '}'.charCodeAt(0);
