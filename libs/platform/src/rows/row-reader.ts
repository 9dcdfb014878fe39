import pg from 'pg';
import type { ReceivedRow } from './received-row.js';
import type { RowJson } from './row-json.js';

export type Row = Record<string, unknown>;

/** A column of a result, as the server describes it. */
export type Described = Pick<pg.FieldDef, 'name' | 'dataTypeID'>;

/** Makes a row out of what came over the wire. */
export type ReadRow = (received: ReceivedRow) => Row;

type Parse = (text: string) => unknown;

/** Reads the columns as values, but the last ones, which are those of `rows`, as the `json` of the row. */
export function rowReader(columns: readonly Described[], rows?: RowJson): ReadRow {
  const types = columns.map(({ dataTypeID }) => dataTypeID);
  const start = columns.length - (rows?.count ?? 0);
  const fields = columns.slice(0, start).map(({ name, dataTypeID }) => ({
    name,
    parse: pg.types.getTypeParser(dataTypeID) as Parse,
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
