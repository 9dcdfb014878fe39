import { minId } from '@tandem/domain/core/id';
import { inTenant } from '@tandem/domain/core/scope';
import type { SealedColumn } from './feature.js';
import type { Row } from '../postgres/batch.js';
import type { Database } from '../postgres/database.js';
import { ofTenant, rowsOf } from '../postgres/statements.js';
import type { Seal } from '../secrets/seal.js';

interface Resealed {
  table: string;
  column: string;
  sealed: number;
  /** Number of secrets, left unchanged, that no configured root key opens. */
  unopened: number;
}

const max = 200;

/** Seals again every secret of a column that is not under the current root key. Safe to run at any time, and again. */
export async function resealAcrossTenants(database: Database, seal: Seal, of: SealedColumn): Promise<Resealed> {
  const result = { table: of.table, column: of.column, sealed: 0, unopened: 0 };
  // One by one, because no role may read the secrets of several tenants.
  for (let tenants = await idsAcrossTenants(database, minId); tenants.length > 0;) {
    for (const tenantId of tenants) await inTenant(tenantId, () => reseal(database, seal, of, result));
    tenants = await idsAcrossTenants(database, tenants.at(-1)!);
  }
  return result;
}

async function idsAcrossTenants(database: Database, last: string): Promise<string[]> {
  const text = `select id from tenants where id > $1 order by id limit ${max}`;
  const rows = await database.queryAcrossTenants(text, [last]);
  return rows.map(({ id }) => id as string);
}

async function reseal(database: Database, seal: Seal, of: SealedColumn, result: Resealed): Promise<void> {
  for (let after = minId; ;) {
    const rows = await outdated(database, seal, of, after);
    for (const row of rows) {
      const fresh = reopened(seal, of, row);
      if (fresh === undefined) result.unopened++;
      else if (await replace(database, of, row, fresh)) result.sealed++;
    }
    if (rows.length < max) return;
    after = rows.at(-1)!.id as string;
  }
}

function outdated(database: Database, seal: Seal, { table, column }: SealedColumn, after: string): Promise<Row[]> {
  const text = `select t.tenant_id, t.id, t.${column} as secret ${rowsOf(table)} and t.${column} is not null
    and split_part(t.${column}, '.', 2) <> $2 and t.id > $3::uuid order by t.id limit ${max}`;
  return database.queryOfTenant(text, seal.currentId, after);
}

function reopened(seal: Seal, of: SealedColumn, row: Row): string | undefined {
  const context = of.location({ tenantId: row.tenant_id as string, id: row.id as string });
  try {
    return seal.seal(seal.open(row.secret as string, context), context);
  } catch {
    return undefined;
  }
}

/** False if another secret was stored in the meantime. */
async function replace(database: Database, of: SealedColumn, row: Row, fresh: string): Promise<boolean> {
  const text = `update ${of.table} t set ${of.column} = $4
    where ${ofTenant()} and t.id = $2 and t.${of.column} = $3 returning 1`;
  return (await database.queryOfTenant(text, row.id, row.secret, fresh)).length > 0;
}
