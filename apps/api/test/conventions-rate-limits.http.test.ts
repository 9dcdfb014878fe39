import { afterEach, describe, expect, it } from '@jest/globals';
import { type Caller, openWorld, type World } from './world.js';

describe('rate limits', () => {
  let world: World;
  const open = async (overrides: Record<string, string>): Promise<Caller> => {
    world = await openWorld(overrides);
    return world.tenant();
  };
  const burst = (caller: Caller, count: number) =>
    Promise.all(Array.from({ length: count }, () => caller.get('/event-types')));
  const refused = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429);
  afterEach(() => world.close());

  it('no request is refused because the counters are away: each process then counts for itself', async () => {
    const ada = await open({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_KEY_PER_SECOND: '5' });
    const answers = await burst(ada, 12);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(refused(answers)).toHaveLength(2);
  });

  it('a key has a burst of twice its rate, is told what is left, and then waits', async () => {
    const ada = await open({ RATE_LIMIT_KEY_PER_SECOND: '5' });
    const first = await ada.get('/me');
    expect(first.headers['ratelimit-policy']).toBe('"key";q=10;w=2');
    expect(first.headers.ratelimit).toMatch(/^"key";r=9;t=[12]$/);
    const answers = await burst(ada, 15);
    const [late] = refused(answers) as typeof answers;
    expect(refused(answers)).toHaveLength(6);
    expect(late!.body).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(late!.headers['retry-after']).toMatch(/^[12]$/);
    expect(late!.headers.ratelimit).toMatch(/^"key";r=0;t=[12]$/);
    const other = await world.tenant('Other');
    expect((await other.get('/me')).status).toBe(200);
  });

  it('all keys of a tenant share its limit', async () => {
    const ada = await open({ RATE_LIMIT_TENANT_PER_MINUTE: '10' });
    const sister = await world.withKey(ada, {});
    const answers = [...(await burst(ada, 6)), ...(await burst(sister, 6))];
    expect(refused(answers)).toHaveLength(3);
    expect(answers[0]!.headers['ratelimit-policy']).toBe('"tenant";q=10;w=60');
    expect(refused(await burst(await world.tenant('Other'), 5))).toHaveLength(0);
  });

  it('a test key has a quarter', async () => {
    const ada = await open({ RATE_LIMIT_KEY_PER_SECOND: '10' });
    const test = await world.withKey(ada, { environment: 'test' });
    const answers = await burst(test, 8);
    expect(answers[0]!.headers['ratelimit-policy']).toBe('"key";q=5;w=2');
    expect(refused(answers)).toHaveLength(3);
  });

  it('a test key is served even where a quarter is less than one request', async () => {
    const ada = await open({ RATE_LIMIT_KEY_PER_SECOND: '1' });
    const test = await world.withKey(ada, { environment: 'test' });
    expect((await test.get('/me')).status).toBe(200);
    expect((await test.get('/me')).status).toBe(429);
  });

  it('an address that fails to authenticate is slowed down, one that succeeds is not', async () => {
    const ada = await open({ RATE_LIMIT_FAILED_AUTH_PER_SECOND: '3' });
    const failing = await Promise.all(Array.from({ length: 9 }, () => world.raw('get', '/api/v1/me')));
    expect(refused(failing).length).toBeGreaterThanOrEqual(3);
    expect(refused(failing).length).toBeLessThanOrEqual(6);
    expect(failing.find(({ status }) => status === 429)!.headers['retry-after']).toBe('1');
    expect((await ada.get('/me')).status).toBe(200);
  });

  it('limits of 0 are none', async () => {
    const ada = await open({});
    const answers = await burst(ada, 150);
    expect(refused(answers)).toHaveLength(0);
    expect(answers[0]!.headers.ratelimit).toBeUndefined();
  });
});
