import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

const key = 'sk-0123456789-wxyz';

describe('integration keys over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw, tenant, withKey, asOwner } = world;

  it('storing a key returns 201 first and 200 later, with its hint only', async () => {
    const first = await ada.put('/integration-keys/openai', { key });
    expect(first.status).toBe(201);
    expect(first.headers.location).toBe(`${world.address}/api/v1/integration-keys/openai`);
    expect(Object.keys(first.body).sort()).toEqual(
      ['base_url', 'created_at', 'id', 'key_hint', 'last_verified_at', 'provider', 'tenant_id', 'updated_at'].sort(),
    );
    expect(first.body).toMatchObject({ provider: 'openai', base_url: null, key_hint: '…wxyz', last_verified_at: null });
    const second = await ada.put('/integration-keys/openai', { key: 'sk-another-secret-abcd' });
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ id: first.body.id, key_hint: '…abcd' });
    expect((await ada.get('/integration-keys/openai')).body).toEqual(second.body);
  });

  it('the key is stored sealed and appears nowhere else', async () => {
    await ada.put('/integration-keys/anthropic', { key: 'sk-ant-very-secret-value' });
    const text = `select coalesce((select string_agg(k::text, ' ') from integration_keys k), '')
      || coalesce((select string_agg(e::text, ' ') from events e), '') as everything`;
    const [row] = await asOwner<{ everything: string }>(text);
    expect(row!.everything).toContain('v1.');
    expect(row!.everything).not.toContain('very-secret');
  });

  it('concurrent first puts create one record, and all succeed', async () => {
    const puts = await Promise.all(
      Array.from({ length: 12 }, (_, i) => ada.put('/integration-keys/groq', { key: `gsk-0123456789-${1000 + i}` })),
    );
    expect(puts.map(({ status }) => status).sort()).toEqual([...Array<number>(11).fill(200), 201]);
    expect(new Set(puts.map(({ body }) => body.id)).size).toBe(1);
  });

  it('the list shows the keys of a tenant, page by page', async () => {
    const carol = await tenant('Carol');
    for (const provider of ['github', 'slack', 'stripe']) await carol.put(`/integration-keys/${provider}`, { key });
    const first = await carol.get('/integration-keys?limit=2');
    expect(first.body.data.map((one: { provider: string }) => one.provider)).toEqual(['stripe', 'slack']);
    const second = await carol.get(`/integration-keys?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null, data: [{ provider: 'github' }] });
  });

  it('another host clears the key, and may come with a new key', async () => {
    await ada.put('/integration-keys/mistral', { key });
    const cleared = await ada.put('/integration-keys/mistral', { base_url: 'https://proxy.example.com/v1' });
    expect(cleared.body).toMatchObject({ base_url: 'https://proxy.example.com/v1', key_hint: null });
    const moved = await ada.put('/integration-keys/mistral', { base_url: 'https://b.example.com', key });
    expect(moved.body).toMatchObject({ base_url: 'https://b.example.com', key_hint: '…wxyz' });
    const same = await ada.put('/integration-keys/mistral', { base_url: 'https://b.example.com/v2' });
    expect(same.body).toMatchObject({ key_hint: '…wxyz' });
  });

  it('a deleted key does not exist', async () => {
    await ada.put('/integration-keys/notion', { key });
    expect((await ada.delete('/integration-keys/notion')).status).toBe(204);
    expect((await ada.get('/integration-keys/notion')).status).toBe(404);
    expect((await ada.delete('/integration-keys/notion')).status).toBe(404);
    expect((await ada.put('/integration-keys/notion', { key })).status).toBe(201);
  });

  it('a key of another tenant does not exist', async () => {
    await ada.put('/integration-keys/resend', { key });
    expect((await other.get('/integration-keys/resend')).status).toBe(404);
    expect((await other.delete('/integration-keys/resend')).status).toBe(404);
    expect((await other.put('/integration-keys/resend', { key })).status).toBe(201);
    expect((await other.get('/integration-keys')).body.data).toHaveLength(1);
  });

  it('an unknown provider is 404, a malformed one 400', async () => {
    expect((await ada.put('/integration-keys/acme', { key })).status).toBe(404);
    expect((await ada.get('/integration-keys/constructor')).status).toBe(404);
    expect((await ada.put('/integration-keys/OPENAI', { key })).body.code).toBe('invalid_id');
  });

  it.each<[string, object, string[]]>([
    ['openai-compatible', { key }, ['/base_url required']],
    ['sendgrid', {}, ['/key required']],
    ['sendgrid', { key: '' }, ['/key invalid_length']],
    ['sendgrid', { key: 'with blank' }, ['/key invalid_format']],
    ['sendgrid', { key: 'schlüssel' }, ['/key invalid_format']],
    ['sendgrid', { key: 'line\nfeed' }, ['/key invalid_format']],
    [
      'sendgrid',
      { key: 7, base_url: 'ftp://x', more: 1 },
      ['/base_url invalid_format', '/key invalid_type', '/more unknown_field'],
    ],
    ['sendgrid', { key, base_url: 'https://a:b@example.com' }, ['/base_url invalid_format']],
  ])('%s with %j is 422', async (provider, body, faults) => {
    const response = await ada.put(`/integration-keys/${provider}`, body);
    expect(response.status).toBe(422);
    const found = response.body.errors.map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`);
    expect(found.sort()).toEqual(faults);
  });

  it('a missing token returns 401, a missing right 403 or 404', async () => {
    for (const [method, path] of [
      ['put', '/integration-keys/openai'],
      ['get', '/integration-keys/openai'],
      ['get', '/integration-keys'],
      ['delete', '/integration-keys/openai'],
    ] as const)
      expect((await raw(method, `/api/v1${path}`)).status).toBe(401);
    const reader = await withKey(ada, { scopes: ['integration_keys:read'] });
    expect((await reader.put('/integration-keys/openai', { key })).status).toBe(403);
    const stranger = await withKey(ada, { scopes: ['tasks:read'] });
    expect((await stranger.get('/integration-keys/openai')).status).toBe(404);
  });
});
