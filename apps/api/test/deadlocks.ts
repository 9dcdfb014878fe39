import { asOwner } from '@tandem/testing/temporary-postgres';
import type { World } from '@tandem/testing/world';

/** PostgreSQL's own count: answers within the shortest time in which it would find a deadlock say little. */
export async function deadlocks({ databaseUrl }: World): Promise<number> {
  const text = 'select deadlocks::int from pg_stat_database where datname = current_database()';
  return (await asOwner<{ deadlocks: number }>(databaseUrl, text, []))[0]!.deadlocks;
}
