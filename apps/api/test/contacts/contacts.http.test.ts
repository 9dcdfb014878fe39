import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('contacts over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw, withKey, asOwner } = world;

  const create = async (fields: object) => (await ada.post('/contacts', fields)).body;
  const pointers = ({ body }: { body: { errors: { pointer: string }[] } }) => body.errors.map(({ pointer }) => pointer);

  beforeAll(async () => {
    await ada.patch('/tenant', { default_country: 'DE' });
    const national = '/contacts/find-by-channel?channel_type=phone&channel_value=030%20123456';
    await eventually(async () => expect((await ada.get(national)).status).toBe(404), 2000);
  });

  it('creating a contact returns 201, its location and every field', async () => {
    const created = await ada.post('/contacts', {
      ...{ prefix: 'Dr', given_name: 'Ada', family_name: 'Lovelace', language: 'EN-gb', timezone: 'Europe/London' },
      ...{ avatar_url: 'https://example.com/a.png', bio: 'Counts', nickname: 'A', metadata: { x: [1] } },
      channels: [{ type: 'email', value: ' Ada@Example.com ', label: 'work', is_primary: true }],
    });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/contacts/${created.body.id}`);
    expect(created.body).toMatchObject({
      ...{ display_name: 'Dr Ada Lovelace', kind: 'individual', language: 'en-GB', middle_name: null, suffix: null },
      ...{ vcard_uid: `urn:uuid:${created.body.id}`, tenant_id: ada.tenantId, metadata: { x: [1] }, deleted_at: null },
      channels: [{ value: ' Ada@Example.com ', normalized_value: 'ada@example.com', label: 'work', is_primary: true }],
    });
    expect((await ada.get(`/contacts/${created.body.id}`)).body).toEqual(created.body);
  });

  it('every fault is reported: first of the fields, then of their combination', async () => {
    const fields = {
      kind: 'alien',
      timezone: 'Mars/Base',
      avatar_url: 'ftp://x',
      given: 'x',
      channels: [{ type: 'fax' }],
    };
    const response = await ada.post('/contacts', fields);
    expect(response.status).toBe(422);
    expect(pointers(response).sort()).toEqual(
      ['/avatar_url', '/channels/0/type', '/channels/0/value', '/given', '/kind', '/timezone'].sort(),
    );
    const meant = await ada.post('/contacts', { language: 'x', channels: [{ type: 'email', value: 'no' }] });
    expect(pointers(meant).sort()).toEqual(['/channels/0/value', '/display_name', '/language']);
  });

  it('a patch changes the given fields, and an empty name is refused', async () => {
    const { id } = await create({ given_name: 'Grace', bio: 'x', kind: 'org' });
    const changed = await ada.patch(`/contacts/${id}`, { family_name: 'Hopper', bio: null });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ display_name: 'Grace Hopper', bio: null, kind: 'org' });
    expect((await ada.get(`/contacts/${id}`)).body).toEqual(changed.body);
    const refused = await ada.patch(`/contacts/${id}`, { given_name: null, family_name: null });
    expect([refused.status, pointers(refused)]).toEqual([422, ['/display_name']]);
  });

  it('a list is filtered by kind and by words in names and channels', async () => {
    const { id } = await create({ display_name: 'Quux_Ltd', kind: 'org', channels: [{ type: 'x', value: '@quuxor' }] });
    const listed = async (query: string) =>
      (await ada.get(`/contacts?${query}`)).body.data.map((contact: { id: string }) => contact.id);
    for (const query of ['q=quux_l', 'q=UXOR', 'kind=org&q=quux']) expect(await listed(query)).toEqual([id]);
    for (const query of ['q=quux%25', 'kind=device', 'kind=group&q=quux']) expect(await listed(query)).toEqual([]);
    const first = (await ada.get('/contacts?limit=1')).body;
    expect(first).toMatchObject({ has_more: true, data: [{ id, channels: [{ normalized_value: 'quuxor' }] }] });
    expect((await ada.get(`/contacts?limit=1&cursor=${first.next_cursor}`)).body.data[0].id).not.toBe(id);
    expect((await ada.get('/contacts?kind=alien')).status).toBe(400);
  });

  it('a vCard UID is unique, and free again when its contact is deleted', async () => {
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => ada.post('/contacts', { display_name: 'U', vcard_uid: 'uid-1' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('vcard_uid_taken');
    const { id } = responses.find(({ status }) => status === 201)!.body;
    const second = await create({ display_name: 'V' });
    expect((await ada.patch(`/contacts/${second.id}`, { vcard_uid: 'uid-1' })).status).toBe(409);
    expect((await ada.delete(`/contacts/${id}`)).status).toBe(204);
    expect((await ada.patch(`/contacts/${second.id}`, { vcard_uid: 'uid-1' })).status).toBe(200);
  });

  it('a deleted contact does not exist and frees its channels', async () => {
    const email = { type: 'email', value: 'gone@example.com' };
    const { id } = await create({ display_name: 'Gone', channels: [email] });
    expect((await ada.delete(`/contacts/${id}`)).status).toBe(204);
    for (const path of [`/contacts/${id}`, `/contacts/${id}/channels`]) expect((await ada.get(path)).status).toBe(404);
    expect((await ada.get('/contacts/find-by-channel?channel_type=email&channel_value=gone@example.com')).status).toBe(
      404,
    );
    expect((await ada.patch(`/contacts/${id}`, { bio: 'x' })).status).toBe(404);
    expect((await ada.delete(`/contacts/${id}`)).status).toBe(404);
    expect((await ada.post('/contacts', { display_name: 'New', channels: [email] })).status).toBe(201);
  });

  it('events of a contact are recorded, those of its channels included', async () => {
    const { id } = await create({ display_name: 'Eve' });
    await ada.post(`/contacts/${id}/channels`, { type: 'phone', value: '030 123456' });
    await ada.patch(`/contacts/${id}`, { display_name: 'Eve' });
    await ada.delete(`/contacts/${id}`);
    const text = 'select type, data, metadata, channels from events where resource_id = $1 order by id';
    const events = await asOwner(text, [id]);
    expect(events.map(({ type }) => type)).toEqual(['contact.created', 'contact.updated', 'contact.deleted']);
    expect(events[1]).toMatchObject({
      channels: ['contacts'],
      data: { id, channels: [{ normalized_value: '+4930123456' }] },
      metadata: { changes: { channels: { from: [] } } },
    });
  });

  it('a contact of another tenant does not exist', async () => {
    const { id } = await create({ display_name: 'Secret', channels: [{ type: 'email', value: 's@example.com' }] });
    const own = (await other.post('/contacts', { display_name: 'Own' })).body.id;
    for (const response of [
      await other.get(`/contacts/${id}`),
      await other.patch(`/contacts/${id}`, { bio: 'x' }),
      await other.delete(`/contacts/${id}`),
      await other.post(`/contacts/${id}/merge`, { source_id: own }),
      await other.get('/contacts/find-by-channel?channel_type=email&channel_value=s@example.com'),
    ])
      expect(response.status).toBe(404);
    const merged = await other.post(`/contacts/${own}/merge`, { source_id: id });
    expect([merged.status, pointers(merged)]).toEqual([422, ['/source_id']]);
    expect((await other.get('/contacts?q=Secret')).body.data).toEqual([]);
    const same = await other.post('/contacts', {
      display_name: 'S',
      channels: [{ type: 'email', value: 's@example.com' }],
    });
    expect(same.status).toBe(201);
  });

  it('a missing token returns 401, a missing right 403 or 404', async () => {
    const id = newId();
    for (const [method, path] of [
      ['post', '/contacts'],
      ['get', '/contacts'],
      ['get', '/contacts/find-by-channel'],
      ['get', `/contacts/${id}`],
      ['patch', `/contacts/${id}`],
      ['delete', `/contacts/${id}`],
      ['post', `/contacts/${id}/merge`],
    ] as const)
      expect((await raw(method, `/api/v1${path}`)).status).toBe(401);
    const reader = await withKey(ada, { scopes: ['contacts:read'] });
    expect((await reader.get('/contacts')).status).toBe(200);
    expect((await reader.post('/contacts', { display_name: 'x' })).status).toBe(403);
  });
});
