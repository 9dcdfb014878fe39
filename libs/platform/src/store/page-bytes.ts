import type { Entity } from '@tandem/domain/core/entity';
import { Rendered } from '@tandem/domain/core/page';
import type { EntitySchemaColumnOptions } from 'typeorm';
import type { Row } from '../postgres/batch.js';
import type { View } from '../view/view.js';
import type { TableSchema } from './table.js';

/** A page ends at this size, however few records it has; a single record may exceed it. */
const maxPageBytes = 4 * 1024 * 1024;

const short = new Set<unknown>(['uuid', 'int', 'bigint', 'boolean', 'date', 'timestamptz']);

/** The size of a row, in SQL. The length of a text is cheap to read; other compressed values must be unpacked. */
export function bytesOf({ options }: Pick<TableSchema<Entity>, 'options'>): string {
  const columns = Object.values<EntitySchemaColumnOptions>(options.columns);
  const long = columns.filter(({ type, array }) => array || !short.has(type));
  const terms = long.map(({ name, type, array }) => {
    const column = `t.${name}`;
    if (type === 'text' && !array) return `coalesce(octet_length(${column}), 0)`;
    return `case when ${column} is null then 0
      when pg_column_compression(${column}) is null then pg_column_size(${column})
      else octet_length(${column}::text) end`;
  });
  return ['256', ...terms].join(' + ');
}

export const untilFull = (
  fields: string,
  { key, from, sorted }: { key: string; from: string; sorted: string },
  bytes: string,
) =>
  `select ${key} as "#key", t.id as "#id", t."#picked", ${fields}
    from (select t.*, count(*) over () as "#picked",
    sum(${bytes}) over (${sorted} rows between unbounded preceding and 1 preceding) as "#before"
    from (${from}) t) t where coalesce(t."#before", 0) < ${maxPageBytes} ${sorted}`;

export interface Fitting {
  rendered: readonly Rendered[];
  last: Row | undefined;
  isCut: boolean;
}

export function fitting(rows: readonly Row[], size: number, view: Pick<View, 'renderRow'>): Fitting {
  const rendered: Rendered[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, size)) {
    const json = Buffer.from(view.renderRow(row));
    bytes += json.length;
    if (rendered.length && bytes > maxPageBytes) break;
    rendered.push(new Rendered(json));
  }
  const picked = (rows[0]?.['#picked'] as number | undefined) ?? 0;
  return { rendered, last: rows[rendered.length - 1], isCut: picked > rendered.length };
}

export const positionOf = (row: Row) => ({ key: String(row['#key']), id: row['#id'] as string });
