import { describe, expect, it } from '@jest/globals';
import { hasValidChecksum, hashToken } from '@tandem/domain/core/access/tokens';
import { useWorld } from '@tandem/testing/world';

describe('API keys over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw, bearer, withKey, asOwner } = world;
  const using = (key: string) => bearer(key).get('/me');

  it('a new key is shown once, in the documented format, and stored only as a hash', async () => {
    const created = await ada.post('/api-keys', { name: 'CI', scopes: ['tasks:write'] });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/api-keys/${created.body.id}`);
    const { api_key, key, ...shown } = created.body;
    expect(api_key).toBe(key);
    expect(key).toMatch(/^wsk_live_[0-9A-Za-z]{36}$/);
    expect(hasValidChecksum(key, 'wsk_live_', 30)).toBe(true);
    expect(shown).toMatchObject({ environment: 'live', is_active: true, expires_at: null, last_used_at: null });
    expect(shown.key_hint).toBe(`wsk_live_…${key.slice(-4)}`);
    expect((await ada.get(`/api-keys/${created.body.id}`)).body).toEqual(shown);
    const dump = await asOwner<{ row: string }>(
      `select t::text as row from api_keys t union all select t::text from api_key_hashes t
       union all select t::text from events t`,
    );
    expect(dump.filter(({ row }) => row.includes(key))).toEqual([]);
    expect(dump.some(({ row }) => row.includes(hashToken(key)))).toBe(true);
  });

  it('a test key is marked as one', async () => {
    const { body } = await ada.post('/api-keys', { name: 'trial', environment: 'test' });
    expect(body.key).toMatch(/^wsk_test_/);
    expect((await using(body.key)).body.key).toMatchObject({ environment: 'test' });
    const test = await withKey(ada, { environment: 'test' });
    expect((await test.post('/api-keys', { name: 'live' })).body.code).toBe('test_key');
    expect((await test.post('/api-keys', { name: 'test', environment: 'test' })).status).toBe(201);
  });

  it('keys are listed without the secret, and only for their tenant', async () => {
    const { body } = await ada.post('/api-keys', { name: 'listed' });
    const listed = (await ada.get('/api-keys?limit=100')).body.data as { id: string; key?: string; api_key?: string }[];
    expect(listed.find(({ id }) => id === body.id)).toBeDefined();
    expect(listed.every(({ key, api_key }) => key === undefined && api_key === undefined)).toBe(true);
    expect(JSON.stringify((await other.get('/api-keys')).body)).not.toContain(body.id);
    for (const response of [
      await other.get(`/api-keys/${body.id}`),
      await other.patch(`/api-keys/${body.id}`, { name: 'x' }),
      await other.delete(`/api-keys/${body.id}`),
      await other.post(`/api-keys/${body.id}/rotate`),
    ])
      expect(response.status).toBe(404);
    expect((await using(body.key)).status).toBe(200);
  });

  it('a key has at most the scopes of the key that created it', async () => {
    const narrow = await withKey(ada, { scopes: ['api_keys:write', 'tasks:read'] });
    for (const scopes of [['*'], ['tasks:write'], ['projects:read'], ['tasks:read', 'api_keys:admin']]) {
      const response = await narrow.post('/api-keys', { name: 'wide', scopes });
      expect([scopes, response.status]).toEqual([scopes, 422]);
      expect(response.body.errors).toMatchObject([{ pointer: '/scopes', code: 'exceeds_creator' }]);
    }
    const { body } = await narrow.post('/api-keys', { name: 'same' });
    expect(body.scopes.sort()).toEqual(['api_keys:write', 'tasks:read']);
    expect((await narrow.post('/api-keys', { name: 'less', scopes: ['api_keys:read'] })).status).toBe(201);
    expect((await narrow.post('/api-keys', { name: 'none', scopes: [] })).status).toBe(201);
  });

  it('a key expires no later than the key that created, changed or rotated it', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const brief = await withKey(ada, { expires_at: soon });
    const created = (await brief.post('/api-keys', { name: 'as long' })).body;
    expect(created.expires_at).toBe(soon);
    expect((await brief.post('/api-keys', { name: 'longer', expires_at: later })).body.errors).toMatchObject([
      { pointer: '/expires_at', code: 'exceeds_creator' },
    ]);
    for (const expires_at of [null, later])
      expect((await brief.patch(`/api-keys/${created.id}`, { expires_at })).status).toBe(422);
    const lasting = (await ada.post('/api-keys', { name: 'lasting' })).body.id as string;
    expect((await brief.post(`/api-keys/${lasting}/rotate`)).status).toBe(403);
    expect((await brief.post(`/api-keys/${created.id}/rotate`)).status).toBe(200);
    expect((await ada.patch(`/api-keys/${created.id}`, { expires_at: null })).body.expires_at).toBeNull();
    const rotated = await withKey(ada, { name: 'in its grace' });
    const [{ id }] = (await ada.get('/api-keys?limit=1')).body.data as [{ id: string }];
    await ada.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 60 });
    const late = (await rotated.post('/api-keys', { name: 'no longer than the grace' })).body;
    expect(Date.parse(late.expires_at as string)).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it("a key cannot rotate a wider key or another member's", async () => {
    const narrow = await withKey(ada, { scopes: ['api_keys:write'] });
    const wide = (await ada.post('/api-keys', { name: 'wide' })).body;
    const refused = await narrow.post(`/api-keys/${wide.id}/rotate`);
    expect([refused.status, refused.body.code, refused.body.key]).toEqual([403, 'exceeds_creator', undefined]);
    expect((await using(wide.key)).status).toBe(200);
  });

  it('scopes can be narrowed, not widened', async () => {
    const { body } = await ada.post('/api-keys', { name: 'narrowing', scopes: ['tasks:admin', 'projects:read'] });
    const patch = (fields: object) => ada.patch(`/api-keys/${body.id}`, fields);
    expect((await patch({ scopes: ['tasks:write'] })).body.scopes).toEqual(['tasks:write']);
    for (const scopes of [['tasks:admin'], ['projects:read'], ['*']])
      expect((await patch({ scopes })).body.errors).toMatchObject([{ pointer: '/scopes', code: 'wider_scope' }]);
    expect((await patch({ scopes: ['tasks:read'], name: 'narrowed' })).body).toMatchObject({ name: 'narrowed' });
  });

  it('scopes, names and dates are checked, all at once', async () => {
    const wrong = { name: '', scopes: ['tasks:all'], expires_at: 'never', environment: 'staging' };
    const response = await ada.post('/api-keys', wrong);
    const pointers = response.body.errors.map((error: { pointer: string }) => error.pointer).sort();
    expect(pointers).toEqual(['/environment', '/expires_at', '/name', '/scopes']);
    const past = await ada.post('/api-keys', { name: 'late', expires_at: '2020-01-01T00:00:00Z' });
    expect(past.body.errors).toMatchObject([{ pointer: '/expires_at', code: 'in_the_past' }]);
  });

  it('missing rights to keys return 403', async () => {
    const plain = await withKey(ada, { scopes: ['tasks:write'] });
    expect((await plain.get('/api-keys')).body).toMatchObject({ status: 403, scope: 'api_keys:read' });
    expect((await plain.post('/api-keys', { name: 'x' })).status).toBe(403);
    expect((await raw('post', '/api/v1/api-keys').send({ name: 'x' })).status).toBe(401);
  });

  it('changes of keys are events that do not contain the key', async () => {
    const { body } = await ada.post('/api-keys', { name: 'told' });
    await ada.post(`/api-keys/${body.id}/rotate`);
    await ada.delete(`/api-keys/${body.id}`);
    const { data } = (await ada.get(`/audit-log?resource_id=${body.id}`)).body;
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      'api_key.revoked',
      'api_key.rotated',
      'api_key.created',
    ]);
  });
});
