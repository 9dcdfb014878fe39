import type { Entity } from '@tandem/domain/core/entity';
import { Rendered } from '@tandem/domain/core/page';
import type { EntitySchemaColumnOptions } from 'typeorm';
import type { View } from '../view/view.js';
import type { Row } from '../postgres/batch.js';
import { bigint, bool, date, instant, int, type TableSchema, uuid } from './table.js';

/** A page ends here, however few records it has; a single record may be longer. */
const mostPageBytes = 4 * 1024 * 1024;

/** Rows that weigh less than this together are rendered at once. */
const lightBytes = mostPageBytes / 4;
/** The weight of a compressed value: its length is only known by reading it. */
const compressedBytes = 256 * 1024;

type Table = Pick<TableSchema<Entity>, 'options'>;

const short = new Set<unknown>([uuid, int, bigint, bool, date, instant].map(({ type }) => type));
const isShort = ({ type, array }: EntitySchemaColumnOptions) => short.has(type) && !array;
const columnsOf = ({ options }: Table) => Object.values<EntitySchemaColumnOptions>(options.columns);

/** What a row weighs, by the lengths that PostgreSQL keeps beside the values: none of them is read for it. */
export function weightOf(table: Table): string {
  const long = columnsOf(table).filter((column) => !isShort(column));
  const terms = long.map(({ name: column, type, array }) => {
    if (type === 'text' && !array) return `coalesce(octet_length(t.${column}), 0)`;
    const stored = `coalesce(pg_column_size(t.${column}), 0)`;
    return `${stored} + case when pg_column_compression(t.${column}) is null then 0 else ${compressedBytes} end`;
  });
  return ['256', ...terms].join(' + ');
}

/** What a view selects of the row `t`; what may be long is null, and not read, where the row is not light. */
export function fieldsIfLight({ table, view }: { table: Table; view: Pick<View, 'columns'> }): string {
  const shortOnes = new Set(
    columnsOf(table)
      .filter(isShort)
      .map(({ name }) => `t.${name}`),
  );
  return view.columns.map((one) => (shortOnes.has(one) ? one : `case when t.is_light then ${one} end`)).join(', ');
}

/** Rows to show, in SQL. */
export interface Picked {
  /** `from …` */
  from: string;
  /** `order by …` */
  sorted: string;
  /** The placeholder of how many there may be. */
  count: string;
  values: readonly unknown[];
  /** Tells where a row stands in their order. */
  key: string;
  /** What they weigh together; null if not cheap to tell. */
  weight: string | null;
}

/**
 * The statement that selects the picked rows with these fields, unless together they are too heavy for a light page. It says the
 * order twice: PostgreSQL would not know that of the inner rows otherwise, and sort them once more.
 */
export const ifLight = (fields: string, { key, from, sorted, count, weight }: Picked) => ({
  head: `select ${key} as key, t.id, t.is_light, ${fields}`,
  tail: `from (select t.*, ${weight} < ${lightBytes} as is_light ${from} ${sorted} limit ${count}) t ${sorted}`,
});

export const areRendered = (rows: readonly Row[]): boolean => rows.every((row) => row.is_light === true);

/**
 * The statement, in two parts, that renders the picked rows one after the other and stops when a page is full: the rows after that
 * are neither rendered nor sent.
 */
export const untilFull = (table: string, jsonColumns: string, { key, from, sorted, count }: Picked) => ({
  head: `with recursive walked as (
      select 0 as place, null::text as json, 0::bigint as bytes
      union all
      select w.place + 1, one.json, w.bytes + octet_length(one.json)
      from walked w cross join picked p
        cross join lateral (select (select row_to_json(v) from (select ${jsonColumns}) v)::text as json from ${table} t where t.id = p.ids[w.place + 1] limit 1) one
      where w.bytes < ${mostPageBytes} and w.place < cardinality(p.ids)),
    picked as materialized (select array_agg(r.id) as ids, array_agg(r.key) as keys from (select t.id, ${key} as key`,
  tail: `${from} ${sorted} limit ${count}) r)
    select w.json, p.ids[w.place] as id, p.keys[w.place] as key, cardinality(p.ids) as picked
    from walked w cross join picked p where w.place > 0 order by w.place`,
});

export interface Fitting {
  rendered: readonly Rendered[];
  /** The last row that fits. */
  last: Row | undefined;
  /** Picked rows are left: the page ended early, or there were more than it may hold. */
  isCut: boolean;
}

/** Those of the rows, from either statement, that fit on a page of this size. */
export function fitting(rows: readonly Row[], size: number): Fitting {
  let bytes = 0;
  const fits = ({ json }: Row, index: number) => {
    bytes += Buffer.byteLength(json as string | Buffer);
    return index === 0 || bytes <= mostPageBytes;
  };
  const full = rows.slice(0, size).findIndex((row, index) => !fits(row, index));
  const fit = rows.slice(0, full < 0 ? size : full);
  const picked = (rows[0]?.picked as number | undefined) ?? rows.length;
  return {
    rendered: fit.map(({ json }) => new Rendered(json as string | Buffer)),
    last: fit.at(-1),
    isCut: picked > fit.length,
  };
}
