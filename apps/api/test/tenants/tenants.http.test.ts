import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

const owner = { name: 'Ada', email: 'ada@example.com' };

describe('tenants over HTTP', () => {
  const world = useWorld();
  const { ada, raw, bearer, operator, withKey } = world;

  it('the operator creates a tenant with its owner and a key with full rights', async () => {
    const created = await operator.post('/tenants', {
      name: 'Größe & Co',
      timezone: 'Europe/Berlin',
      default_country: 'DE',
      settings: { theme: 'dark' },
      owner: { ...owner, email: 'Ada@Example.com' },
    });
    expect(created.status).toBe(201);
    const { tenant, member, api_key: key } = created.body;
    expect(created.headers.location).toBe(`${world.address}/api/v1/tenants/${tenant.id}`);
    expect(tenant).toMatchObject({ timezone: 'Europe/Berlin', default_country: 'DE', settings: { theme: 'dark' } });
    expect(tenant.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(member).toMatchObject({ name: 'Ada', email: 'ada@example.com', role: 'owner' });
    const me = await bearer(key).get('/me');
    expect(me.body).toMatchObject({ tenant, member: { id: member.id }, key: { scopes: ['*'], environment: 'live' } });
    expect(member).toEqual((await bearer(key).get(`/members/${member.id}`)).body);
    expect(new Set(Object.values(me.body.rights))).toEqual(new Set(['admin']));
    expect(JSON.stringify(me.body)).not.toContain(key);
  });

  it('only the operator creates, lists and reads tenants', async () => {
    for (const response of [
      await ada.post('/tenants', { name: 'x', owner }),
      await ada.get('/tenants'),
      await ada.get(`/tenants/${ada.tenantId}`),
      await raw('get', '/api/v1/tenants'),
    ])
      expect(response.status).toBe(401);
    const listed = (await operator.get('/tenants?limit=100')).body.data as { id: string }[];
    expect(listed.map(({ id }) => id)).toContain(ada.tenantId);
    expect((await operator.get(`/tenants/${ada.tenantId}`)).body.name).toBe('Acme');
    expect((await operator.get('/tenants/01900000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await operator.get('/tasks')).status).toBe(401);
  });

  it('pages of all tenants contain each once', async () => {
    for (let i = 0; i < 3; i++) await world.tenant(`Paged ${i}`);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await operator.get(`/tenants?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor as string | null;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(4);
  });

  it('a slug is unique among tenants, also in a race', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => operator.post('/tenants', { name: 'Racing', slug: 'racing', owner })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    for (const { status, body } of responses) if (status === 409) expect(body.code).toBe('slug_taken');
    const named = (await operator.get('/tenants?limit=100')).body.data as { name: string }[];
    expect(named.filter(({ name }) => name === 'Racing')).toHaveLength(1);
  });

  it('all faults of a new tenant are reported', async () => {
    const response = await operator.post('/tenants', {
      slug: 'No Slug',
      timezone: 'Mars/Olympus',
      default_country: 'ZZ',
      owner: { email: 'nobody', phone: 1 },
    });
    expect(response.status).toBe(422);
    const pointers = response.body.errors.map((error: { pointer: string }) => error.pointer).sort();
    expect(pointers).toEqual(
      ['/default_country', '/name', '/owner/email', '/owner/name', '/owner/phone', '/slug', '/timezone'].sort(),
    );
  });

  it('an administrator updates the tenant', async () => {
    const changed = await ada.patch('/tenant', {
      name: 'Acme Ltd',
      timezone: 'Asia/Kolkata',
      default_country: 'IN',
      settings: { constructor: 1 },
    });
    expect(changed.body).toMatchObject({ name: 'Acme Ltd', timezone: 'Asia/Kolkata', default_country: 'IN' });
    expect((await ada.get('/me')).body.tenant).toEqual(changed.body);
    expect((await ada.patch('/tenant', { default_country: null, settings: null })).body).toMatchObject({
      default_country: null,
      settings: {},
      name: 'Acme Ltd',
    });
    for (const wrong of [
      { timezone: '+01:00' },
      { timezone: 'CEST2' },
      { default_country: 'de' },
      { name: '' },
      { slug: 'x' },
    ])
      expect([wrong, (await ada.patch('/tenant', wrong)).status]).toEqual([wrong, 422]);
    const plain = await withKey(ada, { scopes: ['tasks:admin', 'members:write'] });
    expect((await plain.patch('/tenant', { name: 'x' })).body).toMatchObject({ status: 403, scope: 'members:admin' });
    expect((await raw('patch', '/api/v1/tenant').send({ name: 'x' })).status).toBe(401);
  });

  it('a key without scopes can still read its own identity', async () => {
    const bare = await withKey(ada, { scopes: [] });
    const me = await bare.get('/me');
    expect(new Set(Object.values(me.body.rights))).toEqual(new Set(['none']));
    expect((await raw('get', '/api/v1/me')).status).toBe(401);
  });

  it('the currency in the settings is one that exists', async () => {
    for (const currency of ['Euro', 'eur', 'XYZ', 7]) {
      const refused = await ada.patch('/tenant', { name: '', settings: { currency } });
      const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
      expect([refused.status, pointers]).toEqual([422, ['/name', '/settings/currency']]);
      expect((await ada.patch('/tenant', { settings: { currency } })).status).toBe(422);
    }
    expect((await ada.patch('/tenant', { settings: { currency: 'EUR' } })).body.settings.currency).toBe('EUR');
    expect((await ada.patch('/tenant', { settings: { currency: null } })).body.settings).not.toHaveProperty('currency');
  });
});

describe('tenants without an operator token', () => {
  const { raw, bearer } = useWorld({ settings: { OPERATOR_TOKEN: '' } });

  it('cannot be managed', async () => {
    const request = () => bearer('operator-token-of-the-tests').get('/tenants');
    expect([(await request()).status, (await raw('get', '/api/v1/tenants')).status]).toEqual([404, 404]);
    expect((await raw('post', '/api/v1/tenants').send({ name: 'x' })).status).toBe(404);
  });
});
