import type { World } from './world.js';

/** Counted by PostgreSQL, because deadlocks are too short to show in response times. */
export async function deadlocks({ asOwner }: Pick<World, 'asOwner'>): Promise<number> {
  const text = 'select deadlocks::int from pg_stat_database where datname = current_database()';
  return (await asOwner<{ deadlocks: number }>(text))[0]!.deadlocks;
}
