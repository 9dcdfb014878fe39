import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('channels of contacts over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw } = world;

  const contact = async (name: string, ...channels: object[]): Promise<string> =>
    (await ada.post('/contacts', { display_name: name, channels })).body.id;
  const find = (type: string, value: string) =>
    ada.get(`/contacts/find-by-channel?channel_type=${type}&channel_value=${value}`);

  beforeAll(async () => {
    await ada.patch('/tenant', { default_country: 'DE' });
    const national = '/contacts/find-by-channel?channel_type=phone&channel_value=030%20123456';
    await eventually(async () => expect((await ada.get(national)).status).toBe(404), 2000);
  });

  it('are added, read, listed, changed and removed', async () => {
    const id = await contact('A');
    const added = await ada.post(`/contacts/${id}/channels`, { type: 'phone', value: '030 123456', label: 'desk' });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      contact_id: id,
      value: '030 123456',
      normalized_value: '+4930123456',
      is_primary: false,
    });
    const path = `/contacts/${id}/channels/${added.body.id}`;
    expect(added.headers.location).toBe(`${world.address}/api/v1${path}`);
    expect((await ada.get(path)).body).toEqual(added.body);
    const changed = await ada.patch(path, { label: null, value: '030 654321' });
    expect(changed.body).toMatchObject({ type: 'phone', label: null, normalized_value: '+4930654321' });
    expect((await ada.get(`/contacts/${id}`)).body.channels).toEqual([changed.body]);
    await ada.post(`/contacts/${id}/channels`, { type: 'url', value: 'example.com' });
    const listed = (await ada.get(`/contacts/${id}/channels?limit=1`)).body;
    expect(listed).toMatchObject({ has_more: true, data: [{ type: 'url' }] });
    const rest = (await ada.get(`/contacts/${id}/channels?limit=1&cursor=${listed.next_cursor}`)).body;
    expect(rest).toMatchObject({ has_more: false, data: [changed.body] });
    expect((await ada.delete(path)).status).toBe(204);
    expect((await ada.get(path)).status).toBe(404);
    expect((await ada.delete(path)).status).toBe(404);
  });

  it.each([
    ['email', '\u202amarks@example.com\u202c', 'marks@example.com'],
    ['phone', '\u202a+49 30 7654321\u202c', '+49307654321'],
    ['whatsapp', '\u200e+52 1 55 1234 5678', '+525512345678'],
    ['github', '\u2068@marks\u2069', 'marks'],
  ])('of type %s are the same with and without format characters', async (type, marked, plain) => {
    const id = await contact('Marked', { type, value: marked });
    const [channel] = (await ada.get(`/contacts/${id}`)).body.channels;
    expect(channel).toMatchObject({ value: marked, normalized_value: plain });
    for (const value of [marked, plain]) expect((await find(type, encodeURIComponent(value))).body.id).toBe(id);
  });

  it('that cannot be parsed are refused', async () => {
    const id = await contact('A', { type: 'github', value: 'readable' });
    const [channel] = (await ada.get(`/contacts/${id}`)).body.channels;
    for (const response of [
      await ada.post(`/contacts/${id}/channels`, { type: 'email', value: 'ada@@example.com' }),
      await ada.patch(`/contacts/${id}/channels/${channel.id}`, { value: 'not a handle' }),
      await ada.patch(`/contacts/${id}/channels/${channel.id}`, { type: 'email' }),
    ])
      expect([response.status, response.body.errors]).toMatchObject([
        422,
        [{ pointer: '/value', code: 'invalid_channel' }],
      ]);
    expect((await ada.post(`/contacts/${id}/channels`, {})).status).toBe(422);
  });

  it('an e-mail address belongs to one contact, and a conflict names that contact', async () => {
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map((name) => contact(name)));
    const responses = await Promise.all(
      ids.map((id, i) =>
        ada.post(`/contacts/${id}/channels`, { type: 'email', value: i % 2 ? 'race@x.org' : ' RACE@X.org' }),
      ),
    );
    const owner = responses.find(({ status }) => status === 201)!.body.contact_id;
    const lost = responses.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(3);
    for (const { body } of lost) expect(body).toMatchObject({ code: 'channel_taken', existing_contact_id: owner });
    const spare = await contact('Spare', { type: 'email', value: 'spare@x.org' });
    const [{ id }] = (await ada.get(`/contacts/${spare}`)).body.channels;
    const changed = await ada.patch(`/contacts/${spare}/channels/${id}`, { value: 'race@x.org' });
    expect([changed.status, changed.body.existing_contact_id]).toEqual([409, owner]);
  });

  it('one of several contacts created concurrently with the same handles remains, without a deadlock', async () => {
    const both = [
      { type: 'github', value: 'racer' },
      { type: 'x', value: '@racer' },
    ];
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        ada.post('/contacts', { display_name: 'R', channels: i % 2 ? both : [...both].reverse() }),
      ),
    );
    const [created] = responses.filter(({ status }) => status === 201);
    const lost = responses.filter(({ status }) => status === 409).map(({ body }) => body.existing_contact_id);
    expect(lost).toEqual(Array.from({ length: 5 }, () => created!.body.id));
  });

  it('one of each type is primary, also when several become it concurrently', async () => {
    const id = await contact('P');
    await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        ada.post(`/contacts/${id}/channels`, { type: 'email', value: `p${i}@x.org`, is_primary: true }),
      ),
    );
    const { channels } = (await ada.get(`/contacts/${id}`)).body;
    expect(channels).toHaveLength(5);
    expect(channels.filter((channel: { is_primary: boolean }) => channel.is_primary)).toHaveLength(1);
  });

  it('a contact is found by any spelling; of several, the primary one, then the latest', async () => {
    const phone = { type: 'phone', value: '+49 40 1234567' };
    const first = await contact('First', phone);
    const second = await contact('Second', phone);
    expect((await find('phone', '040%201234567')).body).toEqual((await ada.get(`/contacts/${second}`)).body);
    await ada.patch(`/contacts/${first}`, { bio: 'newer' });
    expect((await find('phone', '+49-40-1234567')).body.id).toBe(first);
    expect((await find('phone', '%2B49401234567')).body.id).toBe(first);
    const [{ id }] = (await ada.get(`/contacts/${second}`)).body.channels;
    await ada.patch(`/contacts/${second}/channels/${id}`, { is_primary: true });
    await ada.patch(`/contacts/${first}`, { bio: 'newest' });
    expect((await find('phone', '0049401234567')).body.id).toBe(second);
    const person = await contact('Mail', { type: 'email', value: 'Find.Me@MÜNCHEN.de' });
    expect((await find('email', encodeURIComponent('find.me@münchen.de'))).body.id).toBe(person);
  });

  it('an unknown channel is 404, an invalid one 422, an unknown type 400; a look-up counts as a search', async () => {
    expect((await find('email', 'nobody@example.com')).status).toBe(404);
    for (const [type, value] of [
      ['email', 'nobody'],
      ['phone', '12'],
      ['phone', ''],
      ['github', '@'],
    ] as const) {
      const response = await find(type, value);
      expect([response.status, response.body.errors[0].parameter]).toEqual([422, 'channel_value']);
    }
    expect((await find('fax', '1')).status).toBe(400);
    expect((await ada.get('/contacts/find-by-channel?channel_type=email')).status).toBe(400);
    await eventually(async () => expect((await ada.get('/usage')).body.data[0].search_count).toBeGreaterThan(0));
  });

  it('channels of another tenant or contact do not exist, and require a token', async () => {
    const id = await contact('Mine', { type: 'slack', value: 'mine' });
    const [channel] = (await ada.get(`/contacts/${id}`)).body.channels;
    const path = `/contacts/${id}/channels`;
    for (const [caller, at] of [
      [other, path],
      [ada, `/contacts/${await contact('Else')}/channels`],
    ] as const) {
      expect((await caller.get(`${at}/${channel.id}`)).status).toBe(404);
      expect((await caller.patch(`${at}/${channel.id}`, { label: 'x' })).status).toBe(404);
      expect((await caller.delete(`${at}/${channel.id}`)).status).toBe(404);
    }
    expect((await other.get(path)).status).toBe(404);
    expect((await other.post(path, { type: 'slack', value: 'x' })).status).toBe(404);
    for (const [method, at] of [
      ['get', path],
      ['post', path],
      ['get', `${path}/${newId()}`],
      ['patch', `${path}/${newId()}`],
      ['delete', `${path}/${newId()}`],
    ] as const)
      expect((await raw(method, `/api/v1${at}`)).status).toBe(401);
  });
});
