import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listen } from '@tandem/testing/local-server';
import { temporaryRedis } from '@tandem/testing/temporary-redis';
import { useWorlds } from '@tandem/testing/world';

/** A proxy of a Redis that delays each answer by `millis`. */
class Delay {
  millis = 0;
  /** How often a counter was asked for; checks of readiness do not count. */
  asked = 0;
  private readonly sockets: Socket[] = [];
  private readonly server = createServer((client) => {
    const redis = connect(this.port, '127.0.0.1');
    for (const socket of [client, redis]) this.sockets.push(socket.on('error', () => undefined));
    client.on('data', (bytes) => {
      if (bytes.includes('tandem:')) this.asked++;
      redis.write(bytes);
    });
    redis.on('data', (bytes) => void setTimeout(() => client.write(bytes), this.millis).unref());
  });

  constructor(private readonly port: number) {}

  readonly open = async () => (await listen(this.server)).replace('http:', 'redis:');

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

describe('a slow Redis', () => {
  const openWorld = useWorlds();
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('is not waited for again and again: each process counts for itself', async () => {
    const redis = await temporaryRedis();
    const delay = new Delay(Number(new URL(redis.url).port));
    closing.push(() => delay.close(), redis.stop);
    const world = await openWorld({ settings: { REDIS_URL: await delay.open(), RATE_LIMIT_TENANT_PER_MINUTE: '40' } });
    const ada = await world.tenant();
    const ask = async (times: number) => {
      for (let turn = 0; turn < times; turn++) expect((await ada.get('/me')).status).toBe(200);
    };
    await ask(3);
    expect(delay.asked).toBeGreaterThan(0);
    delay.millis = 2000;
    await ask(3);
    const whileSlow = delay.asked;
    await ask(10);
    expect(delay.asked).toBe(whileSlow);
    const answers = await Promise.all(Array.from({ length: 41 }, () => ada.get('/event-types')));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });
});
