import { inScope, systemScope } from '@tandem/domain/core/scope';
import type { SealedColumn } from '../feature.js';
import type { Row } from '../postgres/batch.js';
import type { Database } from '../postgres/database.js';
import type { Seal } from './seal.js';

export interface Resealed {
  table: string;
  column: string;
  /** Secrets that are now under the current root key. */
  sealed: number;
  /** Secrets that no configured root key opens; they were left as they are. */
  unopened: number;
}

const most = 200;
const nobody = '00000000-0000-0000-0000-000000000000';

/** Seals anew every secret of a column that is not under the current root key. May run beside everything else, and again. */
export async function resealAcrossTenants(database: Database, seal: Seal, of: SealedColumn): Promise<Resealed> {
  const result = { table: of.table, column: of.column, sealed: 0, unopened: 0 };
  let after: Row = { tenant_id: nobody, id: nobody };
  for (;;) {
    const rows = await outdated(database, seal, of, after);
    for (const row of rows) {
      const fresh = reopened(seal, of, row);
      if (fresh === undefined) result.unopened++;
      else if (await replace(database, of, row, fresh)) result.sealed++;
    }
    if (rows.length < most) return result;
    after = rows.at(-1)!;
  }
}

function outdated(database: Database, seal: Seal, { table, column }: SealedColumn, after: Row): Promise<Row[]> {
  const text = `select tenant_id, id, ${column} as secret from ${table}
    where ${column} is not null and split_part(${column}, '.', 2) <> $1 and (tenant_id, id) > ($2::uuid, $3::uuid)
    order by tenant_id, id limit ${most}`;
  return database.acrossTenants(() => database.query(text, [seal.currentId, after.tenant_id, after.id]));
}

function reopened(seal: Seal, { context }: SealedColumn, row: Row): string | undefined {
  const [tenantId, id] = [row.tenant_id as string, row.id as string];
  const place = { tenantId, context: context({ tenantId, id }) };
  try {
    return seal.seal(seal.open(row.secret as string, place), place);
  } catch {
    return undefined;
  }
}

/** False where somebody else stored another secret meanwhile. */
async function replace(database: Database, of: SealedColumn, row: Row, fresh: string): Promise<boolean> {
  const text = `update ${of.table} set ${of.column} = $4 where tenant_id = $1 and id = $2 and ${of.column} = $3 returning 1`;
  const values = [row.tenant_id, row.id, row.secret, fresh];
  const scope = systemScope(row.tenant_id as string);
  return (await inScope(scope, () => database.query(text, values))).length > 0;
}
