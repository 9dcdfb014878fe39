import type { Caller, World } from '@tandem/testing/world';

export interface Line {
  type: string;
  record?: { id: string; [field: string]: unknown };
  [field: string]: unknown;
}

/** The complete lines of an export. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

export const idsIn = (text: string) => linesOf(text).flatMap(({ record }) => record?.id ?? []);

/** Copies every task of the caller's tenant in the database. */
export async function copyTask(world: Pick<World, 'asOwner'>, { tenantId }: Caller, times: number): Promise<void> {
  const [found] = await world.asOwner<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_name = 'tasks' and is_generated = 'NEVER'`,
  );
  const { columns } = found!;
  await world.asOwner(
    `insert into tasks (${columns}) select ${columns} from (
       select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
       from tasks t, generate_series(1, ${times}) where tenant_id = $1) copies`,
    [tenantId],
  );
}

/** Parses CSV by the grammar of RFC 4180, section 2, with CRLF only; throws where the text departs from it. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  const record = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let row: string[] = []; record.lastIndex < text.length;) {
    const found = record.exec(text);
    if (!found) throw new Error(`not RFC 4180: row ${rows.length + 1}, cell ${row.length + 1}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  const widths = new Set(rows.map(({ length }) => length));
  if (widths.size > 1) throw new Error('not RFC 4180: the rows differ in length');
  return rows;
}
