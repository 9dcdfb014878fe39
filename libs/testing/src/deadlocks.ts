import type { World } from './world.js';

/** PostgreSQL's own count: answers within the shortest time in which it would find a deadlock say little. */
export async function deadlocks({ asOwner }: Pick<World, 'asOwner'>): Promise<number> {
  const text = 'select deadlocks::int from pg_stat_database where datname = current_database()';
  return (await asOwner<{ deadlocks: number }>(text))[0]!.deadlocks;
}
