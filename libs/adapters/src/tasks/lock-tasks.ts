import type { Outcome } from '@tandem/platform/postgres/batch';
import type { Database } from '@tandem/platform/postgres/database';

/** Times that locks are taken before those that are there are kept. */
const mostRounds = 6;

/**
 * Locks the tasks that a query finds, `$1` of its values being the tenant, in the order of ids; their ids. Where more is found once
 * others are done, which is seldom, all is let go and locked anew: locks that are taken one by one would make two wait for each other.
 * Where that goes on, what is locked stays so, which leaves others less and less to add.
 */
export async function lockTasks(database: Database, query: string, values: readonly unknown[]): Promise<string[]> {
  const text = `select t.id from tasks t where t.tenant_id = $1 and t.id = any(array(
    select q.id from (${query}) q union select unnest($${values.length + 1}::uuid[]))) order by t.id for update of t`;
  let [known, before] = [[] as string[], 'savepoint before_locks'];
  for (let round = 1; ; round++) {
    const lock = { text, values: [...values, known] };
    const [, locked, found] = await database.batch([{ text: before }, lock, { text: query, values }]);
    const tried = new Set([...known, ...idsOf(locked!)]);
    const more = idsOf(found!).filter((id) => !tried.has(id));
    known = [...tried, ...more];
    if (more.length === 0) break;
    before = round < mostRounds ? 'rollback to savepoint before_locks' : 'select 1';
  }
  await database.defer([{ text: 'release savepoint before_locks' }]);
  return known;
}

const idsOf = ({ rows }: Outcome): string[] => rows.map((row) => row.id as string);
