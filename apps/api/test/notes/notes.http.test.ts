import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

const nobody = '019ab1c2-0000-7000-8000-000000000000';

describe('notes over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw, member, asOwner } = world;
  let home: { id: string };

  beforeAll(async () => {
    home = (await ada.get('/notebooks')).body.data[0];
  });

  const create = async (fields: object = {}, by = ada) => (await by.post('/notes', { title: 'Any', ...fields })).body;
  const events = (id: string) =>
    asOwner('select type, channels, data from events where resource_id = $1 order by id', [id]);

  it('creating a note returns 201, its location and every field', async () => {
    const created = await ada.post('/notes', { title: 'Plan', body: 'Do *this* first' });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/notes/${created.body.id}`);
    expect(created.body).toEqual({
      id: expect.any(String),
      tenant_id: ada.tenantId,
      title: 'Plan',
      body: 'Do *this* first',
      word_count: 3,
      notebook_id: home.id,
      tags: [],
      source_url: null,
      is_pinned: false,
      is_archived: false,
      metadata: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect((await ada.get(`/notes/${created.body.id}`)).body).toEqual(created.body);
    expect(await events(created.body.id)).toMatchObject([
      { type: 'note.created', channels: ['notes', `notebook_${created.body.notebook_id}`], data: created.body },
    ]);
  });

  it('creation accepts every field that an update accepts', async () => {
    const notebook = (await ada.post('/notebooks', { name: 'N' })).body;
    const fields = {
      ...{ title: 'All', body: 'b', notebook_id: notebook.id, tags: ['x', 'y'], is_pinned: true, is_archived: true },
      ...{ source_url: 'https://example.com/a', metadata: { a: [1] } },
    };
    expect(await create(fields)).toMatchObject(fields);
    const { id } = await create();
    expect((await ada.patch(`/notes/${id}`, fields)).body).toMatchObject(fields);
    expect((await ada.get(`/notes/${id}`)).body).toMatchObject(fields);
  });

  it('an update keeps omitted fields and clears null fields', async () => {
    const notebook = (await ada.post('/notebooks', { name: 'N' })).body;
    const { id } = await create({ body: 'two words', tags: ['a'], notebook_id: notebook.id, source_url: 'http://a.b' });
    expect((await ada.patch(`/notes/${id}`, { title: 'New' })).body).toMatchObject({ word_count: 2, tags: ['a'] });
    const nulled = { body: null, tags: null, notebook_id: null, source_url: null, metadata: null };
    expect((await ada.patch(`/notes/${id}`, nulled)).body).toMatchObject({
      ...{ title: 'New', body: '', word_count: 0, tags: [], notebook_id: home.id, source_url: null, metadata: {} },
    });
  });

  it('an update based on an outdated version is refused', async () => {
    const { id, updated_at: if_updated_at } = await create();
    const change = (body: string) => ada.patch(`/notes/${id}`, { body, if_updated_at });
    expect((await change('mine')).status).toBe(200);
    expect((await change('too late')).body).toMatchObject({ status: 409, code: 'note_changed' });
    expect((await ada.get(`/notes/${id}`)).body.body).toBe('mine');
  });

  it('archiving is an event of its own', async () => {
    const { id } = await create();
    await ada.patch(`/notes/${id}`, { is_archived: true });
    await ada.patch(`/notes/${id}`, { is_archived: true });
    await ada.patch(`/notes/${id}`, { is_archived: false, is_pinned: true });
    expect((await ada.delete(`/notes/${id}`)).status).toBe(204);
    const types = (await events(id)).map(({ type }) => type);
    expect(types).toEqual(['note.created', 'note.archived', 'note.updated', 'note.deleted']);
    expect((await ada.get(`/notes/${id}`)).status).toBe(404);
    expect((await ada.patch(`/notes/${id}`, { title: 'x' })).status).toBe(404);
  });

  it('lists are filtered by notebook, tag, state and words, newest first', async () => {
    const tenant = await world.tenant('Lister');
    const notebook = (await tenant.post('/notebooks', { name: 'N' })).body;
    const a = await create({ title: 'Alpha', tags: ['red', 'blue'], notebook_id: notebook.id }, tenant);
    const b = await create({ title: 'Beta', body: '100% done_', is_pinned: true, tags: ['red'] }, tenant);
    const c = await create({ title: 'Gamma', is_archived: true }, tenant);
    const ids = async (query: string) =>
      (await tenant.get(`/notes?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([c.id, b.id, a.id]);
    expect(await ids(`notebook_id=${notebook.id}`)).toEqual([a.id]);
    expect(await ids('tag=red')).toEqual([b.id, a.id]);
    expect(await ids('is_archived=false&is_pinned=false')).toEqual([a.id]);
    expect(await ids('q=ALPHA')).toEqual([a.id]);
    expect(await ids('q=100%25%20done_')).toEqual([b.id]);
    const first = (await tenant.get('/notes?limit=2')).body;
    expect(first.has_more).toBe(true);
    expect(await ids(`limit=2&cursor=${first.next_cursor}`)).toEqual([a.id]);
    expect((await tenant.get('/notes?colour=red')).status).toBe(400);
  });

  it('a note of another tenant does not exist', async () => {
    const { id } = await create();
    for (const response of [
      await other.get(`/notes/${id}`),
      await other.patch(`/notes/${id}`, { title: 'x' }),
      await other.patch(`/notes/${id}`, { notebook_id: nobody }),
      await other.delete(`/notes/${id}`),
    ])
      expect(response.status).toBe(404);
    for (const response of [
      await other.post('/notes', { title: 'x', notebook_id: home.id }),
      await other.patch(`/notes/${(await create({}, other)).id}`, { notebook_id: home.id }),
    ]) {
      expect(response.status).toBe(422);
      expect(response.body.errors).toMatchObject([{ pointer: '/notebook_id', code: 'not_found' }]);
    }
  });

  it('all faults of a body are reported at once', async () => {
    const response = await ada.post('/notes', {
      ...{ titel: 'x', tags: Array.from({ length: 51 }, (_, n) => `t${n}`), source_url: 'nowhere', is_pinned: null },
    });
    expect(response.status).toBe(422);
    expect(response.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(
      ['/is_pinned', '/source_url', '/tags', '/titel', '/title'].sort(),
    );
    expect((await ada.post('/notes', { title: 'x'.repeat(501) })).status).toBe(422);
    expect((await ada.post('/notes', { title: '𝒳'.repeat(500) })).status).toBe(201);
    expect((await ada.patch(`/notes/${(await create()).id}`, { title: null })).status).toBe(422);
  });

  it('a body may have one mebibyte in UTF-8', async () => {
    const max = 'ä'.repeat(512 * 1024);
    const created = await ada.post('/notes', { title: 'Long', body: max });
    expect(created.status).toBe(201);
    expect(created.body.body).toBe(max);
    const beyond = await ada.post('/notes', { title: 'Longer', body: `${max}a` });
    expect(beyond.status).toBe(422);
    expect(beyond.body.errors).toMatchObject([{ pointer: '/body', code: 'too_long' }]);
    expect((await ada.post('/notes', { title: 'x', body: 'a'.repeat(2 * 1024 * 1024) })).status).toBe(413);
  });

  it('a megabyte with 500 links is saved with its links', async () => {
    const part = `${'Lorem ipsum dolor sit amet. '.repeat(70)}\n\n`;
    const body = Array.from({ length: 500 }, (_, n) => `${part}[[Topic ${n}]]\n\n`).join('');
    const { id } = await create({ body });
    const [row] = await asOwner('select count(*)::int as n from note_links where note_id = $1', [id]);
    expect(row!.n).toBe(500);
  });

  it('every operation returns 401 without a token', async () => {
    for (const [method, path] of [
      ...[['get', '/notes'] as const, ['post', '/notes'] as const, ['get', `/backlinks/task/${nobody}`] as const],
      ...(['get', 'patch', 'delete'] as const).map((one) => [one, `/notes/${nobody}`] as const),
    ])
      expect((await raw(method, `/api/v1${path}`)).status).toBe(401);
  });

  it('a policy that names notebooks hides the notes of others', async () => {
    const tenant = await world.tenant('Limited');
    const [mine, hidden] = [
      (await tenant.post('/notebooks', { name: 'Mine' })).body,
      (await tenant.post('/notebooks', { name: 'Hidden' })).body,
    ];
    const [seen, unseen] = [
      await create({ notebook_id: mine.id }, tenant),
      await create({ notebook_id: hidden.id }, tenant),
    ];
    const bob = await member(tenant, [
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [mine.id] } },
    ]);
    expect((await bob.get('/notes')).body.data).toEqual([seen]);
    expect((await bob.get(`/notes?notebook_id=${hidden.id}`)).body.data).toEqual([]);
    for (const response of [
      await bob.get(`/notes/${unseen.id}`),
      await bob.patch(`/notes/${unseen.id}`, { title: 'x' }),
      await bob.delete(`/notes/${unseen.id}`),
    ])
      expect(response.status).toBe(404);
    for (const response of [
      await bob.post('/notes', { title: 'x', notebook_id: hidden.id }),
      await bob.post('/notes', { title: 'goes to a default that is hidden' }),
      await bob.patch(`/notes/${seen.id}`, { notebook_id: hidden.id }),
    ])
      expect(response.body.errors).toMatchObject([{ pointer: '/notebook_id', code: 'not_found' }]);
    expect((await bob.post('/notes', { title: 'x', notebook_id: mine.id })).status).toBe(201);
    const none = await member(tenant, [
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [] } },
    ]);
    expect((await none.get('/notes')).body.data).toEqual([]);
  });
});
