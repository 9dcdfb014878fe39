import pg from 'pg';
import { PreciseDate } from '../view/written-instant.js';
import type { ReceivedRow } from './received-row.js';
import type { RowJson } from './row-json.js';

export type Row = Record<string, unknown>;

/** A column of a result, as the server describes it. */
export type Described = Pick<pg.FieldDef, 'name' | 'dataTypeID'>;

/** Makes a row out of what came over the wire. */
export type ReadRow = (received: ReceivedRow) => Row;

type Parse = (text: string) => unknown;

const parserOf = (dataTypeID: number) => pg.types.getTypeParser(dataTypeID) as Parse;
const timestamptz: number = pg.types.builtins.TIMESTAMPTZ;
const parseDate = parserOf(timestamptz) as (text: string) => Date | number;
/** As long as a text of microseconds can be without them, as in `2026-11-22 16:09:13.123+00`. */
const longestOfMillis = 26;

function parseInstant(text: string): Date | number {
  const date = parseDate(text);
  if (text.length <= longestOfMillis) return date;
  const micros = /\.\d{3}(\d{1,3})/.exec(text)?.[1];
  return micros === undefined ? date : new PreciseDate(date, Number(micros.padEnd(3, '0')));
}

/** Reads the columns as values, but the last ones, which are those of `rows`, as the `json` of the row. */
export function rowReader(columns: readonly Described[], rows?: RowJson): ReadRow {
  const types = columns.map(({ dataTypeID }) => dataTypeID);
  const start = columns.length - (rows?.count ?? 0);
  const fields = columns.slice(0, start).map(({ name, dataTypeID }) => ({
    name,
    parse: dataTypeID === timestamptz ? parseInstant : parserOf(dataTypeID),
  }));
  const json = rows?.writer(types.slice(start), start);
  return (received) => {
    const texts = received.texts(start);
    const row: Row = {};
    for (let i = 0; i < fields.length; i++) {
      const text = texts[i]!;
      row[fields[i]!.name] = text === null ? null : fields[i]!.parse(text);
    }
    if (json) row.json = json(received);
    return row;
  };
}
