import { Redis } from 'ioredis';
import type { Settings } from '../settings/settings.js';

/** Fails at once while Redis is unavailable, so that no request waits; `redisDependency` reports the errors. */
export function openRedis({ REDIS_URL }: Settings): Redis | undefined {
  if (!REDIS_URL) return undefined;
  const fast = { maxRetriesPerRequest: 1, enableOfflineQueue: false, connectTimeout: 2000, commandTimeout: 500 };
  return new Redis(REDIS_URL, fast).on('error', () => undefined);
}
