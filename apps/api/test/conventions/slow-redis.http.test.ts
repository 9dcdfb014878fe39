import { afterEach, describe, expect, it } from '@jest/globals';
import { startProxy } from '@tandem/testing/local-server';
import { temporaryRedis } from '@tandem/testing/temporary-redis';
import { useWorlds } from '@tandem/testing/world';

describe('a slow Redis', () => {
  const openWorld = useWorlds();
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('is waited for once: then each process counts for itself', async () => {
    const redis = await temporaryRedis();
    let delayMillis = 0;
    /** The number of counter calls; readiness checks do not count. */
    let requestCount = 0;
    const front = await startProxy(redis.url, (client, open) => {
      const behind = open().on('error', () => client.destroy());
      client.on('close', () => behind.destroy());
      client.on('data', (bytes) => {
        if (bytes.includes('tandem:')) requestCount++;
        behind.write(bytes);
      });
      behind.on('data', (bytes) => void setTimeout(() => client.write(bytes), delayMillis).unref());
    });
    closing.push(front.close, redis.stop);
    const world = await openWorld({ settings: { REDIS_URL: front.url, RATE_LIMIT_TENANT_PER_MINUTE: '40' } });
    const ada = await world.tenant();
    const request = async (times: number) => {
      for (let turn = 0; turn < times; turn++) expect((await ada.get('/me')).status).toBe(200);
    };
    await request(3);
    expect(requestCount).toBeGreaterThan(0);
    delayMillis = 2000;
    await request(3);
    const whileSlow = requestCount;
    await request(10);
    expect(requestCount).toBe(whileSlow);
    const responses = await Promise.all(Array.from({ length: 41 }, () => ada.get('/event-types')));
    expect(responses.some(({ status }) => status === 429)).toBe(true);
  });
});
