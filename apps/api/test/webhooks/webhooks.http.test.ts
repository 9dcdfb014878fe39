import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { retryUnavailable } from '@tandem/testing/retry-unavailable';
import { useWorld } from '@tandem/testing/world';

describe('webhook endpoints over HTTP', () => {
  const world = useWorld();
  const { ada, other, receiver, raw, tenant, withKey } = world;

  const hook = () => ({ url: `${receiver.url}/hook` });
  const create = async (fields: object = {}, by = ada) =>
    (await by.post('/webhook-endpoints', { ...hook(), ...fields })).body;

  it('creating an endpoint returns its secret, which is never shown again', async () => {
    const created = await ada.post('/webhook-endpoints', { ...hook(), event_types: ['task.*', 'project.created'] });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/webhook-endpoints/${created.body.id}`);
    expect(created.body.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = { ...created.body, signing_secret: null };
    expect(shown).toMatchObject({
      ...{ url: hook().url, event_types: ['task.*', 'project.created'], channels: null, description: null },
      ...{ is_enabled: true, disabled_at: null, disabled_reason: null },
    });
    expect((await ada.get(`/webhook-endpoints/${created.body.id}`)).body).toEqual(shown);
    const listed = await ada.get('/webhook-endpoints?is_enabled=true&limit=1');
    expect(listed.body.data).toEqual([shown]);
  });

  it('an endpoint is updated by a merge patch, and back', async () => {
    const { id } = await create({ description: 'first', channels: ['tasks'] });
    const changed = await ada.patch(`/webhook-endpoints/${id}`, { description: null, event_types: ['note.created'] });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ description: null, event_types: ['note.created'], channels: ['tasks'] });
    expect(changed.body.signing_secret).toBeNull();
    const paused = await ada.patch(`/webhook-endpoints/${id}`, { is_enabled: false });
    expect(paused.body).toMatchObject({ is_enabled: false, disabled_reason: 'manual' });
    expect((await ada.post(`/webhook-endpoints/${id}/enable`)).body).toMatchObject({
      is_enabled: true,
      disabled_at: null,
    });
    expect((await ada.post(`/webhook-endpoints/${id}/disable`)).body.disabled_at).not.toBeNull();
    expect((await ada.delete(`/webhook-endpoints/${id}`)).status).toBe(204);
    expect((await ada.get(`/webhook-endpoints/${id}`)).status).toBe(404);
    expect((await ada.post(`/webhook-endpoints/${id}/enable`)).status).toBe(404);
  });

  it('all faults of an endpoint are reported at once', async () => {
    const response = await ada.post('/webhook-endpoints', {
      url: 'ftp://example.com',
      channels: 'tasks',
      colour: 'red',
    });
    expect(response.status).toBe(422);
    const pointers = response.body.errors.map((error: { pointer: string }) => error.pointer).sort();
    expect(pointers).toEqual(['/channels', '/colour', '/url']);
    const unknown = await ada.post('/webhook-endpoints', {
      ...hook(),
      event_types: ['task.created', 'task.exploded', 'x.*'],
    });
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors).toMatchObject([
      { pointer: '/event_types/1', code: 'unknown_event_type' },
      { pointer: '/event_types/2', code: 'unknown_event_type' },
    ]);
    expect((await ada.post('/webhook-endpoints', { ...hook(), event_types: [] })).status).toBe(422);
  });

  it('a forbidden address is refused', async () => {
    for (const url of [
      'http://10.0.0.1/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/latest',
      'https://u:p@example.com/',
    ]) {
      const response = await ada.post('/webhook-endpoints', { url });
      expect([url, response.status, response.body.code]).toEqual([url, 422, 'url_not_allowed']);
      expect(response.body.errors).toMatchObject([{ pointer: '/url', code: 'url_not_allowed' }]);
    }
    const { id } = await create();
    const changed = await ada.patch(`/webhook-endpoints/${id}`, { url: 'https://192.168.1.1/' });
    expect(changed.body.code).toBe('url_not_allowed');
    expect((await ada.get(`/webhook-endpoints/${id}`)).body.url).toBe(hook().url);
  });

  it('a tenant has at most twenty endpoints, even with concurrent requests', async () => {
    const many = await tenant('Many');
    const responses = await Promise.all(
      Array.from({ length: 24 }, () => retryUnavailable(() => many.post('/webhook-endpoints', hook()))),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(responses.filter(({ body }) => body.code === 'too_many_endpoints')).toHaveLength(4);
  });

  it('an endpoint of another tenant does not exist', async () => {
    const { id } = await create();
    const path = `/webhook-endpoints/${id}`;
    const responses = [
      await other.get(path),
      await other.patch(path, { description: 'mine' }),
      await other.delete(path),
      ...(await Promise.all(
        ['test', 'rotate-secret', 'enable', 'disable'].map((action) => other.post(`${path}/${action}`)),
      )),
    ];
    for (const response of responses) expect(response.status).toBe(404);
    expect((await other.get('/webhook-endpoints')).body.data).toEqual([]);
    expect((await other.get(`/webhook-deliveries?endpoint_id=${id}`)).body.data).toEqual([]);
    const recovery = { since: new Date(Date.now() - 1000).toISOString(), endpoint_id: id };
    expect((await other.post('/webhook-events/recover', recovery)).body.errors).toMatchObject([
      { pointer: '/endpoint_id', code: 'not_found' },
    ]);
  });

  it('an unknown delivery does not exist', async () => {
    const path = `/webhook-deliveries/${newId()}`;
    for (const response of [await ada.get(path), await ada.get(`${path}/attempts`), await ada.post(`${path}/retry`)])
      expect(response.status).toBe(404);
    expect((await ada.get('/webhook-deliveries?status=lost')).status).toBe(400);
  });

  it('recovery starts at most thirty days back, and never in the future', async () => {
    const recover = async (body: object) => {
      const response = await ada.post('/webhook-events/recover', body);
      return [response.status, response.body.errors?.[0].code];
    };
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    expect(await recover({})).toEqual([422, 'required']);
    expect(await recover({ since: days(31) })).toEqual([422, 'too_long_ago']);
    expect(await recover({ since: days(-1) })).toEqual([422, 'in_the_future']);
    expect(await recover({ since: days(1), until: days(2) })).toEqual([422, 'before_since']);
    expect(await recover({ since: days(1), event_types: ['nothing.*'] })).toEqual([422, 'unknown_event_type']);
    expect(await recover({ since: days(29) })).toEqual([200, undefined]);
  });

  it('reading requires webhooks:read, writing webhooks:write', async () => {
    const { id } = await create();
    const reader = await withKey(ada, { scopes: ['webhooks:read'] });
    expect((await reader.get(`/webhook-endpoints/${id}`)).status).toBe(200);
    expect((await reader.post(`/webhook-endpoints/${id}/test`)).body.code).toBe('insufficient_scope');
    const stranger = await withKey(ada, { scopes: ['tasks:write'] });
    expect((await stranger.get(`/webhook-endpoints/${id}`)).status).toBe(404);
  });

  it('a missing token returns 401', async () => {
    for (const [method, path] of [
      ['get', '/webhook-endpoints'],
      ['post', '/webhook-endpoints'],
      ['post', `/webhook-endpoints/${newId()}/rotate-secret`],
      ['get', '/webhook-deliveries'],
      ['post', `/webhook-deliveries/${newId()}/retry`],
      ['post', '/webhook-events/recover'],
    ] as const)
      expect((await raw(method, `/api/v1${path}`)).status).toBe(401);
  });
});

describe('webhook endpoints if plain HTTP is not allowed', () => {
  const { ada } = useWorld({ settings: { WEBHOOK_ALLOW_HTTP: 'false' } });

  it('require https', async () => {
    const plain = await ada.post('/webhook-endpoints', { url: 'http://127.0.0.1/' });
    expect([plain.status, plain.body.code]).toEqual([422, 'url_not_allowed']);
    expect((await ada.post('/webhook-endpoints', { url: 'https://127.0.0.1/' })).status).toBe(201);
  });
});
