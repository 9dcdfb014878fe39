import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('restoring contacts over HTTP', () => {
  const world = useWorld();
  const { ada, other, withKey, asOwner } = world;

  const create = async (fields: object = {}) => (await ada.post('/contacts', { display_name: 'Ada', ...fields })).body;
  const restore = (id: string, by = ada) => by.post(`/contacts/${id}/restore`);
  const email = (value: string, fields: object = {}) => ({ type: 'email', value, ...fields });
  const deleted = async (fields: object = {}) => {
    const contact = await create(fields);
    expect((await ada.delete(`/contacts/${contact.id}`)).status).toBe(204);
    return contact as { id: string; updated_at: string };
  };

  it('returns a deleted contact with its channels, which then belong to it again', async () => {
    const channels = [email('back@example.com', { is_primary: true }), { type: 'phone', value: '+49 30 123456' }];
    const contact = await deleted({ channels });
    const { status, body } = await restore(contact.id);
    const { channels_dropped, ...restored } = body;
    expect([status, channels_dropped]).toEqual([200, []]);
    expect(restored).toEqual({
      ...contact,
      updated_at: expect.any(String),
      channels: [expect.objectContaining({ is_primary: true }), expect.anything()],
    });
    expect((await ada.get(`/contacts/${contact.id}`)).body).toEqual(restored);
    const found = '/contacts/find-by-channel?channel_type=email&channel_value=back@example.com';
    expect((await ada.get(found)).body.id).toBe(contact.id);
    const rival = await ada.post('/contacts', { display_name: 'Rival', channels: [email('back@example.com')] });
    expect(rival.body).toMatchObject({ code: 'channel_taken', existing_contact_id: contact.id });
  });

  it('drops the channels that other contacts have taken, and lists them', async () => {
    const channels = [
      email('Taken@example.com', { label: 'work' }),
      email('kept@example.com'),
      { type: 'github', value: '@taken' },
      { type: 'phone', value: '+49 30 123456' },
    ];
    const { id } = await deleted({ channels });
    await create({ channels: [email('taken@example.com'), { type: 'phone', value: '+49 30 123456' }] });
    await create({ channels: [{ type: 'github', value: 'taken' }] });
    const { body } = await restore(id);
    const values = (list: { value: string }[]) => list.map(({ value }) => value);
    expect(values(body.channels)).toEqual(['kept@example.com', '+49 30 123456']);
    expect(values(body.channels_dropped)).toEqual(['Taken@example.com', '@taken']);
    expect(body.channels_dropped[0]).toMatchObject({
      contact_id: id,
      label: 'work',
      normalized_value: 'taken@example.com',
    });
    const [event] = await asOwner<{ type: string; data: { channels: [] } }>(
      'select type, data from events where resource_id = $1 order by id desc limit 1',
      [id],
    );
    expect([event!.type, values(event!.data.channels)]).toEqual([
      'contact.updated',
      ['kept@example.com', '+49 30 123456'],
    ]);
    expect((await restore(id)).body).toMatchObject({ id, channels_dropped: [] });
  });

  it('leaves a contact that is not deleted unchanged, also by the id of one merged into it', async () => {
    const [contact, source] = [await create(), await create()];
    const merged = (await ada.post(`/contacts/${contact.id}/merge`, { source_id: source.id })).body;
    for (const id of [contact.id, source.id]) {
      const { status, body } = await restore(id);
      expect([status, body]).toEqual([200, { ...merged, channels_dropped: [] }]);
    }
    await ada.delete(`/contacts/${contact.id}`);
    expect((await restore(source.id)).body).toMatchObject({ id: contact.id, deleted_at: null });
  });

  it('is possible for 30 days, with contacts:write, in the own tenant', async () => {
    const { id } = await deleted();
    const reader = await withKey(ada, { scopes: ['contacts:read'] });
    expect((await restore(id, reader)).body.scope).toBe('contacts:write');
    expect((await restore(id, other)).status).toBe(404);
    const age = (days: number) =>
      asOwner('update contacts set deleted_at = now() - make_interval(days => $2) where id = $1', [id, days]);
    await age(31);
    expect((await restore(id)).status).toBe(404);
    await age(29);
    expect((await restore(id)).status).toBe(200);
  });

  it('is refused while another contact has its vCard UID', async () => {
    const { id } = await deleted({ vcard_uid: 'uid-7' });
    const second = await create({ vcard_uid: 'uid-7' });
    const refused = await restore(id);
    expect([refused.status, refused.body.code]).toEqual([409, 'vcard_uid_taken']);
    await ada.patch(`/contacts/${second.id}`, { vcard_uid: null });
    expect((await restore(id)).status).toBe(200);
  });

  it('leaves each channel with one contact, however many restore or take it at once', async () => {
    const value = 'wanted@example.com';
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await deleted({ channels: [email(value)] })).id);
    const rival = () => ada.post('/contacts', { display_name: 'Rival', channels: [email(value)] });
    const responses = await Promise.all([...ids.map((id) => restore(id)), rival(), rival()]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect(statuses.every((status) => [200, 201, 409].includes(status))).toBe(true);
    const owners = await asOwner(
      'select contact_id from contact_channels where tenant_id = $1 and normalized_value = $2',
      [ada.tenantId, value],
    );
    expect(owners).toHaveLength(1);
    const dropped = responses.filter(({ body }) => body.channels_dropped?.length === 1);
    expect(dropped.length + responses.filter(({ body }) => body.channels?.length === 1).length).toBeGreaterThan(3);
  });
});
