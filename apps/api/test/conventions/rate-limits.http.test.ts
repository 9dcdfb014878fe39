import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorlds, type World } from '@tandem/testing/world';

describe('rate limits', () => {
  const openWorld = useWorlds();
  let world: World;
  const open = async (settings: Record<string, string>): Promise<Caller> => {
    world = await openWorld({ settings });
    return world.tenant();
  };
  const burst = (caller: Caller, count: number) =>
    Promise.all(Array.from({ length: count }, () => caller.get('/event-types')));
  const request = async (path: string, token: string, address: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
    return (await world.raw('get', `/api/v1/${path}`).set(headers)).status;
  };
  const guess = (address: string) => Promise.all(Array.from({ length: 9 }, () => request('me', 'guessed', address)));
  const refused = (responses: { status: number }[]) => responses.filter(({ status }) => status === 429);

  it('without their counters refuse no request: each process counts for itself', async () => {
    const ada = await open({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_KEY_PER_SECOND: '5' });
    const responses = await burst(ada, 12);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(refused(responses)).toHaveLength(2);
  });

  it('allow a key a burst of twice its rate, report what is left, and then make it wait', async () => {
    const ada = await open({ RATE_LIMIT_KEY_PER_SECOND: '5' });
    const first = await ada.get('/me');
    expect(first.headers['ratelimit-policy']).toBe('"key";q=10;w=2');
    expect(first.headers.ratelimit).toMatch(/^"key";r=9;t=[12]$/);
    const responses = await burst(ada, 15);
    const [late] = refused(responses) as typeof responses;
    expect(refused(responses)).toHaveLength(6);
    expect(late!.body).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(late!.headers['retry-after']).toMatch(/^[12]$/);
    expect(late!.headers.ratelimit).toMatch(/^"key";r=0;t=[12]$/);
    const other = await world.tenant('Other');
    expect((await other.get('/me')).status).toBe(200);
  });

  it('are shared by all keys of a tenant', async () => {
    const ada = await open({ RATE_LIMIT_TENANT_PER_MINUTE: '10' });
    const sister = await world.withKey(ada, {});
    const responses = [...(await burst(ada, 6)), ...(await burst(sister, 6))];
    expect(refused(responses)).toHaveLength(3);
    expect(responses[0]!.headers['ratelimit-policy']).toBe('"tenant";q=10;w=60');
    expect(refused(await burst(await world.tenant('Other'), 5))).toHaveLength(0);
  });

  it('of a test key are a quarter', async () => {
    const ada = await open({ RATE_LIMIT_KEY_PER_SECOND: '10' });
    const test = await world.withKey(ada, { environment: 'test' });
    const responses = await burst(test, 8);
    expect(responses[0]!.headers['ratelimit-policy']).toBe('"key";q=5;w=2');
    expect(refused(responses)).toHaveLength(3);
  });

  it('of a test key allow at least one request, even if a quarter is less', async () => {
    const ada = await open({ RATE_LIMIT_KEY_PER_SECOND: '1' });
    const test = await world.withKey(ada, { environment: 'test' });
    expect((await test.get('/me')).status).toBe(200);
    expect((await test.get('/me')).status).toBe(429);
  });

  it('prevent all keys of a tenant together from using its minute in a second', async () => {
    const ada = await open({ RATE_LIMIT_TENANT_PER_SECOND: '20', RATE_LIMIT_TENANT_PER_MINUTE: '6000' });
    const keys = [ada, await world.withKey(ada, {}), await world.withKey(ada, {})];
    const atOnce = async () => (await Promise.all(keys.map((key) => burst(key, 30)))).flat();
    const before = performance.now();
    let responses = await atOnce();
    // On a busy machine the burst extends over several windows of a second.
    while (refused(responses).length === 0) responses = [...responses, ...(await atOnce())];
    const windows = Math.ceil((performance.now() - before) / 1000) + 1;
    expect(responses.length - refused(responses).length).toBeLessThanOrEqual(20 * windows);
    const [late] = refused(responses) as typeof responses;
    expect(late!.headers['ratelimit-policy']).toBe('"tenant";q=6000;w=60, "tenant_burst";q=20;w=1');
    expect(late!.headers['retry-after']).toBe('1');
    expect(refused(await burst(await world.tenant('Other'), 5))).toHaveLength(0);
  });

  it('slow down an address that fails to authenticate, but not one that succeeds', async () => {
    const ada = await open({ RATE_LIMIT_FAILED_AUTH_PER_SECOND: '3', TRUST_PROXY: '1' });
    const atOnce = () => Promise.all(Array.from({ length: 9 }, () => world.raw('get', '/api/v1/me')));
    const failing = await eventually(async () => {
      const responses = await atOnce();
      expect(refused(responses).length).toBeGreaterThanOrEqual(3);
      expect(refused(responses).length).toBeLessThanOrEqual(6);
      return responses;
    });
    expect(failing.find(({ status }) => status === 429)!.headers['retry-after']).toBe('1');
    expect((await ada.get('/me', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(200);
  });

  it.each(['me', 'tenants'])(
    'refuse a valid token not yet seen like an invalid one after too many failures: %s',
    async (path) => {
      const ada = await open({ RATE_LIMIT_FAILED_AUTH_PER_SECOND: '3', TRUST_PROXY: '1' });
      const statuses = [];
      // On a busy machine the second may be over before the valid one is sent.
      for (let round = 1; round <= 5; round++) {
        const { key } = path === 'me' ? await world.withKey(ada, {}) : world.operator;
        await guess(`192.0.2.${round}`);
        statuses.push(await request(path, key, `192.0.2.${round}`));
        expect(await request(path, key, `2001:db8:0:${round}::1`)).toBe(200);
      }
      expect(statuses).toContain(429);
    },
  );

  it('do not refuse a known key for failures of others at its address, until it is revoked', async () => {
    const ada = await open({ RATE_LIMIT_FAILED_AUTH_PER_SECOND: '3', TRUST_PROXY: '1' });
    const key = await world.withKey(ada, {});
    const address = '192.0.2.1';
    expect(await request('me', key.key, address)).toBe(200);
    const statuses = [];
    for (let round = 0; round < 5; round++) {
      await guess(address);
      statuses.push(await request('me', key.key, address));
      // Any change in its tenant makes the key be looked up again.
      await ada.patch('/tenant', { name: `Acme ${round}` });
      statuses.push(await request('me', key.key, address));
    }
    expect(statuses).toEqual(Array(10).fill(200));
    await ada.delete(`/api-keys/${(await key.get('/me')).body.key.id}`);
    await eventually(async () => {
      await guess(address);
      expect(await request('me', key.key, address)).toBe(429);
    });
  });

  it('of trial calls apply per tenant, whatever records they concern', async () => {
    const ada = await open({ RATE_LIMIT_TRIALS_PER_MINUTE: '3' });
    const url = 'http://127.0.0.1:9/';
    const endpoint = await ada.post('/webhook-endpoints', { url });
    const apps = ['dead', 'gone', 'lost'].map((slug) => ada.post('/apps', { slug, name: slug, url }));
    expect([endpoint, ...(await Promise.all(apps))].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const test = `/webhook-endpoints/${endpoint.body.id}/test`;
    const tried = [await ada.post(test), await ada.post('/apps/dead/probe'), await ada.post('/apps/gone/probe')];
    expect(tried.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const path of [test, '/apps/dead/probe', '/apps/lost/probe']) {
      const late = await ada.post(path);
      expect(late.body).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    }
    const verify = (by: Caller) => by.post('/integration-keys/openai/verify');
    expect((await verify(ada)).body.reason).toBe('rate_limited');
    expect((await verify(await world.tenant('Other'))).body.reason).toBe('not_configured');
  });

  it('of 0 mean no limit', async () => {
    const ada = await open({});
    const responses = await burst(ada, 150);
    expect(refused(responses)).toHaveLength(0);
    expect(responses[0]!.headers.ratelimit).toBeUndefined();
  });
});
