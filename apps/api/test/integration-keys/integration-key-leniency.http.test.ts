import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld, useWorlds } from '@tandem/testing/world';
import { useProvider } from './provider-stand-in.js';

const key = 'sk-0123456789-wxyz';
const nothing = { valid: false, last_verified_at: null };

describe('the verification of an integration key always responds 200', () => {
  const { ada, raw, tenant, withKey, asOwner } = useWorld();
  const openWorld = useWorlds();
  const provider = useProvider();
  const verify = (of: string, caller = ada) => caller.post(`/integration-keys/${of}/verify`);
  const store = (of: string) => ada.put(`/integration-keys/${of}`, { key, base_url: provider.url });

  it('a provider without a key, whether cleared or never stored, is not configured', async () => {
    const other = await tenant('Other');
    expect((await verify('openai', other)).body).toEqual({ ...nothing, reason: 'not_configured' });
    await store('openai');
    await ada.put('/integration-keys/openai', { base_url: 'http://127.0.0.2:9' });
    expect((await verify('openai')).body).toEqual({ ...nothing, reason: 'not_configured' });
    expect(provider.seen).toEqual([]);
  });

  it('an unknown provider, even with an impossible name, is reported as unknown', async () => {
    for (const slug of [
      'acme',
      'constructor',
      'OPENAI',
      'a_b',
      '-',
      '%00',
      '%2F',
      '%ff',
      '%zz',
      '%',
      'x'.repeat(300),
    ]) {
      const response = await verify(slug);
      expect({ slug, status: response.status, body: response.body }).toEqual({
        slug,
        status: 200,
        body: { ...nothing, reason: 'unknown_provider' },
      });
    }
  });

  it('a body, query or media type of any kind is accepted', async () => {
    await store('openai');
    const post = () =>
      raw('post', '/api/v1/integration-keys/openai/verify?x=1&x=2').set('authorization', `Bearer ${ada.key}`);
    for (const [type, body] of [
      ['application/json', '{"a":'],
      ['application/json', '[1]'],
      ['application/json', JSON.stringify({ key: 'x' })],
      ['text/plain', 'hello'],
      ['application/xml', 'x'.repeat(300_000)],
    ] as const) {
      const response = await post().set('content-type', type).set('accept', 'text/html').send(body);
      expect({ status: response.status, valid: response.body.valid }).toEqual({ status: 200, valid: true });
    }
  });

  it('a retry with the same Idempotency-Key returns the first response', async () => {
    await store('openai');
    const twice = () => ada.post('/integration-keys/openai/verify', undefined, { 'idempotency-key': 'once' });
    const first = await twice();
    const second = await twice();
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(provider.seen).toHaveLength(1);
  });

  it('an invalid Idempotency-Key is ignored', async () => {
    await store('openai');
    for (const key of ['', 'x'.repeat(300)]) {
      const response = await ada.post('/integration-keys/openai/verify', undefined, { 'idempotency-key': key });
      expect(response.body).toMatchObject({ valid: true, reason: null });
    }
  });

  it('except for other methods at a path that cannot be decoded, which are refused as usual', async () => {
    expect((await raw('get', '/api/v1/integration-keys/%ff/verify')).status).toBe(400);
    expect((await raw('delete', '/api/v1/integration-keys/%ff')).status).toBe(400);
  });

  it.each([
    ['no token', undefined],
    ['a malformed token', 'Bearer nonsense'],
    ['another scheme', 'Basic YTpi'],
    ['an unknown key', `Bearer wsk_live_${'a'.repeat(36)}`],
  ])('with %s it responds auth_failed, calls no provider and changes nothing', async (_, authorization) => {
    await store('openai');
    const everything = () => asOwner('select * from integration_keys order by id');
    const before = await everything();
    for (const slug of ['openai', 'acme', 'A_B', '%ff', '%']) {
      const request = raw('post', `/api/v1/integration-keys/${slug}/verify`);
      const response = await (authorization ? request.set('authorization', authorization) : request);
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ ...nothing, reason: 'auth_failed' });
      expect(response.headers['www-authenticate']).toBeUndefined();
    }
    expect(provider.seen).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  it('without a token it counts towards the public limit of the address', async () => {
    const world = await openWorld({ settings: { RATE_LIMIT_PUBLIC_PER_SECOND: '1' } });
    for (const authorization of ['', 'Basic YTpi'])
      await eventually(async () => {
        const request = () => world.raw('post', '/api/v1/integration-keys/openai/verify').set({ authorization });
        const responses = [await request(), await request(), await request()];
        expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect(responses[2]!.body).toEqual({ ...nothing, reason: 'rate_limited' });
        expect(responses[2]!.headers.connection).toBe('close');
      });
  });

  it('a caller without the scope gets auth_failed too', async () => {
    await store('openai');
    for (const scopes of [['tasks:write'], ['integration_keys:read']]) {
      const response = await verify('openai', await withKey(ada, { scopes }));
      expect({ status: response.status, body: response.body }).toEqual({
        status: 200,
        body: { ...nothing, reason: 'auth_failed' },
      });
    }
    const revoked = await withKey(ada, {});
    const { body } = await ada.get('/api-keys');
    await ada.delete(`/api-keys/${body.data[0].id}`);
    expect((await verify('openai', revoked)).body).toEqual({ ...nothing, reason: 'auth_failed' });
    expect(provider.seen).toEqual([]);
  });

  it('the document lists only failures of malformed HTTP requests', async () => {
    const { paths, components } = (await raw('get', '/openapi.json')).body;
    const path = Object.keys(paths as object).find((one) => one.endsWith('/integration-keys/{provider}/verify'))!;
    const { responses } = paths[path].post;
    expect(Object.keys(responses as object)).toEqual(['200', '400', '408', '431']);
    const refused = components.responses[responses['400'].$ref.split('/').pop()];
    expect(Object.keys(refused.content['application/problem+json'].examples as object)).toEqual(['malformed_request']);
  });

  it('above the rate limit it responds rate_limited', async () => {
    const settings = { RATE_LIMIT_KEY_PER_SECOND: '1', RATE_LIMIT_FAILED_AUTH_PER_SECOND: '1' };
    const strict = await openWorld({ settings });
    const caller = await strict.tenant();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => caller.post('/integration-keys/openai/verify')),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.reason))).toEqual(new Set(['not_configured', 'rate_limited']));
    const anonymous = await Promise.all(
      Array.from({ length: 3 }, () => strict.raw('post', '/api/v1/integration-keys/openai/verify')),
    );
    expect(anonymous.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(anonymous.map(({ body }) => body.reason))).toEqual(new Set(['auth_failed']));
  });
});
