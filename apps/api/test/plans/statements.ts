import type { Statement } from '@tandem/platform/postgres/batch';
import { asOwner } from '@tandem/testing/temporary-postgres';
import type { Caller, World } from '@tandem/testing/world';

/** Every statement that the API sends from now on. */
export function watchStatements({ api: { database } }: World): Statement[] {
  const seen: Statement[] = [];
  const batch = database.batch.bind(database);
  database.batch = (statements) => {
    seen.push(...statements);
    return batch(statements);
  };
  const lookUp = database.lookUp.bind(database);
  database.lookUp = (statement) => {
    seen.push(statement);
    return lookUp(statement);
  };
  return seen;
}

/** What `explain` says, as the application's role sees it. */
export async function planOf<Plan>(
  { databaseUrl }: World,
  { tenantId }: Caller,
  explain: string,
  values: readonly unknown[] = [],
): Promise<Plan[]> {
  const as = new URL(databaseUrl);
  as.searchParams.set('options', `-c role=tandem_app -c app.tenant_id=${tenantId}`);
  const rows = await asOwner<{ 'QUERY PLAN': Plan }>(as.toString(), explain, [...values]);
  return rows.map((row) => row['QUERY PLAN']);
}
