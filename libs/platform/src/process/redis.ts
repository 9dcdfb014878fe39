import { Redis } from 'ioredis';
import type { Settings } from '../settings/settings.js';

/**
 * The Redis of the settings, if any: a client that fails at once while Redis is away, so that no request waits for it. What breaks the
 * connection is told by its dependency.
 */
export function openRedis({ REDIS_URL }: Settings): Redis | undefined {
  if (!REDIS_URL) return undefined;
  const fast = { maxRetriesPerRequest: 1, enableOfflineQueue: false, connectTimeout: 2000, commandTimeout: 500 };
  return new Redis(REDIS_URL, fast).on('error', () => undefined);
}
