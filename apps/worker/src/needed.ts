import type { Redis } from 'ioredis';
import { databaseDependency, type Dependency, redisDependency } from '@tandem/platform/process/dependencies';
import type { Database } from '@tandem/platform/postgres/database';
import type { Settings } from '@tandem/platform/settings/settings';

export function needed(
  { DATABASE_URL, DATABASE_DIRECT_URL, REDIS_URL }: Settings,
  database: Database,
  queues: () => Promise<unknown>,
  redis?: Redis,
): Dependency[] {
  const postgres = () => database.pool.query('select 1');
  if (redis) return [databaseDependency(DATABASE_URL, postgres), redisDependency(REDIS_URL, redis)];
  if (!DATABASE_DIRECT_URL) return [databaseDependency(DATABASE_URL, () => postgres().then(() => queues()))];
  // Either of two addresses may fail without the other.
  return [
    databaseDependency(DATABASE_URL, postgres),
    databaseDependency(DATABASE_DIRECT_URL, queues, 'DATABASE_DIRECT_URL'),
  ];
}
