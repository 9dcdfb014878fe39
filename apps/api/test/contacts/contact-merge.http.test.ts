import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';
import { deadlocks } from '@tandem/testing/deadlocks';

describe('merging contacts over HTTP', () => {
  const world = useWorld();
  const { ada, asOwner } = world;

  const contact = async (name: string, ...channels: object[]): Promise<string> =>
    (await ada.post('/contacts', { display_name: name, channels })).body.id;
  const merge = (id: string, source: string) => ada.post(`/contacts/${id}/merge`, { source_id: source });
  const read = async (id: string) => (await ada.get(`/contacts/${id}`)).body;

  it('channels move, duplicates are removed, and the old id returns the survivor', async () => {
    const phone = { type: 'phone', value: '+49 30 123456' };
    const a = await contact('A', phone, { type: 'email', value: 'a@x.org', is_primary: true });
    const b = await contact(
      'B',
      phone,
      { type: 'email', value: 'b@x.org', is_primary: true },
      { type: 'github', value: 'b' },
    );
    const moved = (await read(b)).channels.find((channel: { type: string }) => channel.type === 'github');
    const merged = await merge(a, b);
    expect(merged.status).toBe(200);
    expect(merged.body).toMatchObject({
      id: a,
      display_name: 'A',
      channels: [
        { type: 'phone' },
        { normalized_value: 'a@x.org', is_primary: true },
        { normalized_value: 'b@x.org', is_primary: false },
        { id: moved.id, contact_id: a, created_at: moved.created_at },
      ],
    });
    expect(await read(b)).toEqual(merged.body);
    expect((await ada.get('/contacts/find-by-channel?channel_type=email&channel_value=b@x.org')).body.id).toBe(a);
    expect((await ada.get('/contacts')).body.data.map(({ id }: { id: string }) => id)).toEqual([a]);
    expect((await ada.get(`/contacts/${b}/channels`)).body.data).toHaveLength(4);
  });

  it('writes to the old id reach the survivor', async () => {
    const a = await contact('A');
    const b = await contact('B');
    await merge(a, b);
    expect((await ada.patch(`/contacts/${b}`, { bio: 'x' })).body).toMatchObject({ id: a, bio: 'x' });
    const added = await ada.post(`/contacts/${b}/channels`, { type: 'x', value: 'by_old_id' });
    expect(added.body.contact_id).toBe(a);
    expect((await ada.delete(`/contacts/${b}`)).status).toBe(204);
    for (const id of [a, b]) expect((await ada.get(`/contacts/${id}`)).status).toBe(404);
  });

  it('chains lead to the last survivor, in whatever order they are merged', async () => {
    const [a, b, c, d] = await Promise.all(['A', 'B', 'C', 'D'].map((name) => contact(name)));
    await merge(b!, c!);
    await merge(a!, b!);
    expect((await merge(c!, d!)).body.id).toBe(a);
    for (const id of [a, b, c, d]) expect((await read(id!)).id).toBe(a);
    const again = await merge(a!, d!);
    expect([again.status, again.body.code]).toEqual([409, 'already_merged']);
  });

  it('merging an already merged contact redirects it to the next survivor without an event of its own', async () => {
    const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((name) => contact(name)));
    await merge(b!, c!);
    const stored = async () =>
      (await asOwner('select merged_into, updated_at from contacts where id = $1', [c]))[0] as Record<string, unknown>;
    const before = await stored();
    await merge(a!, b!);
    const after = await stored();
    expect([before.merged_into, after.merged_into]).toEqual([b, a]);
    expect(Number(after.updated_at)).toBeGreaterThan(Number(before.updated_at));
    const reported = await asOwner('select type from events where resource_id = $1 order by id', [c]);
    expect(reported.map(({ type }) => type)).toEqual(['contact.created', 'contact.deleted']);
  });

  it('a contact cannot be merged into itself or with one that does not exist', async () => {
    const a = await contact('A');
    for (const source of [a, a.toUpperCase(), newId(), 'x']) {
      const response = await merge(a, source);
      expect([response.status, response.body.errors[0].pointer]).toEqual([422, '/source_id']);
    }
    expect((await merge(newId(), a)).status).toBe(404);
    expect((await read(a)).id).toBe(a);
  });

  it('one of two contacts concurrently merged into each other survives', async () => {
    for (let round = 0; round < 5; round++) {
      const a = await contact('A', { type: 'email', value: `a${round}@y.org` });
      const b = await contact('B', { type: 'email', value: `b${round}@y.org` });
      const responses = await Promise.all([merge(a, b), merge(b, a)]);
      expect([...responses.map(({ status }) => status)].sort()[0]).toBe(200);
      expect([404, 409, 422]).toContain(Math.max(...responses.map(({ status }) => status)));
      const survivor = await read(a);
      expect(await read(b)).toEqual(survivor);
      expect(survivor.channels).toHaveLength(2);
    }
  });

  it('an update during a merge applies to the survivor', async () => {
    const a = await contact('A');
    const b = await contact('B');
    const [merged, changed] = await Promise.all([merge(a, b), ada.patch(`/contacts/${b}`, { bio: 'late' })]);
    expect([merged.status, changed.status]).toEqual([200, 200]);
  });

  it('a link created or copied during a merge leads to the survivor', async () => {
    const link = (task: string, entity_id: string) =>
      ada.post(`/tasks/${task}/links`, { entity_type: 'contact', entity_id });
    const due = { due_date: '2026-01-01', rrule: 'FREQ=DAILY' };
    const before = await deadlocks(world);
    for (let round = 0; round < 12; round++) {
      const [a, b] = [await contact('A'), await contact('B')];
      const fresh = (await ada.post('/tasks', { title: 'T' })).body.id as string;
      const recurring = (await ada.post('/tasks', { title: `R${round}`, ...due })).body.id as string;
      for (const id of round % 2 ? [a, b] : [b]) await link(recurring, id);
      const done = [merge(a, b), link(fresh, b), ada.post(`/tasks/${recurring}/complete`)];
      expect((await Promise.all(done)).map(({ status }) => status)).toEqual([200, 201, 200]);
      const [successor] = (await ada.get(`/tasks?q=R${round}&state=open`)).body.data as { id: string }[];
      for (const task of [fresh, recurring, successor!.id]) {
        const links = (await ada.get(`/tasks/${task}/links`)).body.data as { entity_id: string }[];
        expect(links.map(({ entity_id }) => entity_id)).toEqual([a]);
      }
      expect((await link(fresh, b)).status).toBe(200);
    }
    expect(await deadlocks(world)).toBe(before);
  });

  it('links of tasks and references of notes lead to the survivor, without duplicates', async () => {
    const a = await contact('A', { type: 'email', value: 'linked@x.org' });
    const b = await contact('B', { type: 'phone', value: '+49 30 7654321' });
    const link = async (task: string, entity_id: string) =>
      (await ada.post(`/tasks/${task}/links`, { entity_type: 'contact', entity_id })).status;
    const linked = async (task: string) =>
      (await ada.get(`/tasks/${task}/links`)).body.data.map((one: { entity_id: string }) => one.entity_id);
    const [both, onlyB] = await Promise.all(
      [1, 2].map(async () => (await ada.post('/tasks', { title: 'T' })).body.id as string),
    );
    expect([await link(both!, a), await link(both!, b), await link(onlyB!, b)]).toEqual([201, 201, 201]);
    const bodies = [`@[B](mention://contact/${b})`, `[[contact:${a}]]`, 'mailto:Linked@X.org', 'tel:+49-30-7654321'];
    for (const body of bodies) await ada.post('/notes', { title: body, body });
    const backlinks = async (id: string) =>
      (await ada.get(`/backlinks/contact/${id}`)).body.map(({ title }: { title: string }) => title).reverse();
    expect([await backlinks(a), await backlinks(b)]).toEqual([bodies.slice(1, 3), [bodies[0], bodies[3]]]);
    await merge(a, b);
    expect([await linked(both!), await linked(onlyB!)]).toEqual([[a], [a]]);
    expect([await backlinks(a), await backlinks(b)]).toEqual([bodies, bodies]);
    expect([await link(onlyB!, a), await link(onlyB!, b)]).toEqual([200, 200]);
  });

  it('both contacts have an event', async () => {
    const a = await contact('A');
    const b = await contact('B');
    await merge(a, b);
    const text =
      'select type, resource_id, data, metadata from events where resource_id = any($1) order by id offset 2';
    const events = await asOwner(text, [[a, b]]);
    expect(events).toMatchObject([
      { type: 'contact.deleted', resource_id: b, data: { id: b, merged_into: a } },
      { type: 'contact.merged', resource_id: a, data: { id: a }, metadata: { source_id: b } },
    ]);
  });
});
