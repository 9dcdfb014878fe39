import type { Redis } from 'ioredis';

export async function redisDangers(redis: Redis): Promise<string[]> {
  const setting = async (name: string) => (await redis.config('GET', name))[1];
  try {
    const dangers: string[] = [];
    if ((await setting('maxmemory-policy')) !== 'noeviction')
      dangers.push('this Redis may evict keys: set maxmemory-policy noeviction');
    if ((await setting('appendonly')) !== 'yes')
      dangers.push('this Redis has no append-only file: set appendonly yes, or a crash delays work');
    return dangers;
  } catch (error) {
    return [`Redis does not respond: ${(error as Error).message}`];
  }
}
