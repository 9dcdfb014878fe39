import type { Feature } from '../feature/feature.js';
import { WrongFeatures } from '../feature/check/check-features.js';
import { faultOf } from '../feature/check/fault.js';
import type { TableSchema } from '../store/table.js';

export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

interface Found {
  feature: string;
  table: string;
  isThere: boolean;
  isSecured: boolean;
  lacking: string[];
}

/** Throws `WrongFeatures` if tables or columns are missing, or a table lacks row-level security. */
export async function checkTables(query: Query, features: readonly Feature[]): Promise<void> {
  const expected = features.flatMap(({ name, tables = [] }) => tables.map(({ options }) => expectedOf(name, options)));
  const found = (await query(catalogue, [JSON.stringify(expected)])) as unknown as Found[];
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const faults = found.flatMap((one) => faultsOf(one).map((fault) => faultOf(byName.get(one.feature)!, fault)));
  if (faults.length) throw new WrongFeatures(faults);
}

const expectedOf = (feature: string, { tableName, columns }: TableSchema['options']) => ({
  feature,
  table: tableName,
  columns: Object.values(columns).map((column) => (column as { name: string }).name),
});

const catalogue = `
  select wanted.feature, wanted.table, c.oid is not null as "isThere", coalesce(c.relrowsecurity, false) as "isSecured",
    array(
      select name from unnest(wanted.columns) as name
      where not exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = name and a.attnum > 0 and not a.attisdropped
      )
    ) as lacking
  from rows from (json_to_recordset($1) as (feature text, "table" text, columns text[])) with ordinality
    as wanted(feature, "table", columns, place)
  left join pg_class c on c.oid = to_regclass(quote_ident(wanted.table))
  order by wanted.place`;

function faultsOf({ table, isThere, isSecured, lacking }: Found): string[] {
  if (!isThere)
    return [`there is no table ${table}, and none of its migrations creates it; add a migration that creates it`];
  return [
    ...lacking.map((column) => `the table ${table} has no column ${column}; add a migration that adds it`),
    ...(isSecured
      ? []
      : [`the table ${table} has no row-level security; add a migration that runs tenantRows('${table}')`]),
  ];
}
