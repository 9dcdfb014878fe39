import { Redis } from 'ioredis';

/** A client that fails at once while Redis is away, so that it holds nobody; what breaks the connection is told by its dependency. */
export function openRedis(url: string): Redis {
  const fast = { maxRetriesPerRequest: 1, enableOfflineQueue: false, connectTimeout: 2000, commandTimeout: 500 };
  return new Redis(url, fast).on('error', () => undefined);
}
