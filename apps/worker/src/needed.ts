import { Redis } from 'ioredis';
import { databaseDependency, type Dependency, redisDependency } from '@tandem/platform/process/dependencies';
import type { Database } from '@tandem/platform/postgres/database';
import type { Settings } from '@tandem/platform/settings/settings';

/** What a worker needs: the database, and what keeps its queues. */
export function needed(
  { DATABASE_URL, DATABASE_DIRECT_URL, REDIS_URL }: Settings,
  database: Database,
  queues: () => Promise<unknown>,
): Dependency[] {
  const postgres = () => database.pool.query('select 1');
  if (REDIS_URL) return [databaseDependency(DATABASE_URL, postgres), redis(REDIS_URL)];
  if (!DATABASE_DIRECT_URL) return [databaseDependency(DATABASE_URL, () => postgres().then(() => queues()))];
  // Of two addresses one may be away without the other.
  return [
    databaseDependency(DATABASE_URL, postgres),
    databaseDependency(DATABASE_DIRECT_URL, queues, 'DATABASE_DIRECT_URL'),
  ];
}

/** On a connection of its own that fails at once: those of the queues wait. */
function redis(url: string): Dependency {
  const client = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 1000,
    lazyConnect: true,
  });
  const connected = () => (client.status === 'wait' ? client.connect() : Promise.resolve());
  const ping = () => connected().then(() => client.ping());
  const on = (event: 'error', listener: (error: Error) => void) => client.on(event, listener);
  return { ...redisDependency(url, { ping, on }), close: () => client.disconnect() };
}

/** What is unsafe about a Redis as a queue's store, a line each; empty when nothing is. */
export async function redisDangers(url: string): Promise<string[]> {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    connectTimeout: 2000,
    lazyConnect: true,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const setting = async (name: string) => (await redis.config('GET', name))[1];
    const dangers: string[] = [];
    if ((await setting('maxmemory-policy')) !== 'noeviction')
      dangers.push('this Redis may evict keys: set maxmemory-policy noeviction');
    if ((await setting('appendonly')) !== 'yes')
      dangers.push('this Redis keeps no append-only file: set appendonly yes, or a crash delays work');
    return dangers;
  } catch (error) {
    return [`Redis does not answer: ${(error as Error).message}`];
  } finally {
    redis.disconnect();
  }
}
