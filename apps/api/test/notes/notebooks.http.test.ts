import { describe, expect, it } from '@jest/globals';
import { type Caller, useWorld } from '@tandem/testing/world';

const nobody = '019ab1c2-0000-7000-8000-000000000000';

describe('notebooks over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw, withKey, member, asOwner } = world;

  const create = async (fields: object = {}, by = ada) =>
    (await by.post('/notebooks', { name: 'Any', ...fields })).body;
  const defaults = async (of: Caller) =>
    (await of.get('/notebooks?limit=100')).body.data.filter((one: { is_default: boolean }) => one.is_default);
  const eventTypes = async (id: string) =>
    (await asOwner('select type from events where resource_id = $1 order by id', [id])).map(
      ({ type }) => type as string,
    );

  it('a tenant starts with a default notebook', async () => {
    const fresh = await world.tenant('Fresh');
    const { body } = await fresh.get('/notebooks');
    expect(body).toMatchObject({ data: [{ name: 'Notes', is_default: true, parent_id: null }], has_more: false });
  });

  it('creating a notebook returns 201, its location and every field', async () => {
    const created = await ada.post('/notebooks', { name: 'Meetings', color: '#36f', metadata: { a: 1 } });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/notebooks/${created.body.id}`);
    expect(created.body).toMatchObject({
      tenant_id: ada.tenantId,
      name: 'Meetings',
      color: '#36f',
      description: null,
      is_default: false,
      parent_id: null,
      metadata: { a: 1 },
      deleted_at: null,
    });
    expect((await ada.get(`/notebooks/${created.body.id}`)).body).toEqual(created.body);
  });

  it('positions increase in steps of 1,024', async () => {
    const [first, second] = [await create(), await create()];
    expect(second.position - first.position).toBe(1024);
  });

  it.each(['put', 'patch'] as const)('%s keeps omitted fields and clears null fields', async (method) => {
    const parent = await create();
    const { id } = await create({ color: 'red', parent_id: parent.id });
    const changed = await ada[method](`/notebooks/${id}`, { color: null, name: 'Talks', position: 5 });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ name: 'Talks', color: null, position: 5, parent_id: parent.id });
    const nulled = await ada[method](`/notebooks/${id}`, {
      ...{ color: null, description: null, is_default: null, name: null, parent_id: null, position: null },
    });
    expect(nulled.body).toMatchObject({ name: 'Talks', position: 5, is_default: false, parent_id: null });
    expect(await eventTypes(id)).toEqual(['notebook.created', 'notebook.updated', 'notebook.updated']);
  });

  it('lists are filtered by parent and words', async () => {
    const parent = await create({ name: 'Parent' });
    const child = await create({ name: 'Unmistakable child', parent_id: parent.id });
    for (const query of [`parent_id=${parent.id}`, 'q=unmistakable'])
      expect((await ada.get(`/notebooks?${query}`)).body.data).toEqual([child]);
  });

  it('a new default replaces the old one', async () => {
    const tenant = await world.tenant('Taker');
    const [former] = await defaults(tenant);
    const created = await create({ is_default: true }, tenant);
    expect((await defaults(tenant)).map(({ id }: { id: string }) => id)).toEqual([created.id]);
    const back = await tenant.put(`/notebooks/${former.id}`, { is_default: true });
    expect(back.body.is_default).toBe(true);
    expect((await defaults(tenant)).map(({ id }: { id: string }) => id)).toEqual([former.id]);
    expect(await eventTypes(former.id)).toEqual(['notebook.created', 'notebook.updated', 'notebook.updated']);
  });

  it('the default can neither be unset nor deleted', async () => {
    const [found] = await defaults(ada);
    for (const response of [
      await ada.put(`/notebooks/${found.id}`, { is_default: false }),
      await ada.delete(`/notebooks/${found.id}`),
    ])
      expect({ status: response.status, code: response.body.code }).toEqual({ status: 409, code: 'default_notebook' });
    expect((await ada.put(`/notebooks/${found.id}`, { is_default: true, name: 'Home' })).status).toBe(200);
  });

  it('deleting a notebook is an event', async () => {
    const { id } = await create();
    expect((await ada.delete(`/notebooks/${id}`)).status).toBe(204);
    expect(await eventTypes(id)).toEqual(['notebook.created', 'notebook.deleted']);
  });

  it('a notebook of another tenant does not exist', async () => {
    const { id } = await create();
    for (const response of [
      await other.get(`/notebooks/${id}`),
      await other.put(`/notebooks/${id}`, { name: 'x' }),
      await other.patch(`/notebooks/${id}`, { name: 'x' }),
      await other.delete(`/notebooks/${id}`),
    ])
      expect(response.status).toBe(404);
    const parent = await other.post('/notebooks', { name: 'x', parent_id: id });
    expect(parent.status).toBe(422);
    expect(parent.body.errors).toMatchObject([{ pointer: '/parent_id', code: 'not_found' }]);
  });

  it('all faults of a body are reported at once', async () => {
    const created = await ada.post('/notebooks', { nmae: 'x', position: 1.5, is_default: 'yes', parent_id: 'p' });
    expect(created.status).toBe(422);
    expect(created.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(
      ['/is_default', '/name', '/nmae', '/parent_id', '/position'].sort(),
    );
    expect((await ada.put(`/notebooks/${(await create()).id}`, { position: 2 ** 31 })).status).toBe(422);
    expect((await ada.put('/notebooks/no-uuid', {})).body.code).toBe('invalid_id');
  });

  it('every operation returns 401 without a token', async () => {
    for (const [method, path] of [
      ...[['get', ''] as const, ['post', ''] as const],
      ...(['get', 'put', 'patch', 'delete'] as const).map((one) => [one, `/${nobody}`] as const),
    ])
      expect((await raw(method, `/api/v1/notebooks${path}`)).status).toBe(401);
  });

  it('a caller with read access cannot write', async () => {
    const reader = await withKey(ada, { scopes: ['notes:read'] });
    expect((await reader.get('/notebooks')).status).toBe(200);
    const refused = await reader.post('/notebooks', { name: 'x' });
    expect({ status: refused.status, scope: refused.body.scope }).toEqual({ status: 403, scope: 'notes:write' });
  });

  it('a policy that names notebooks hides the others', async () => {
    const tenant = await world.tenant('Limited');
    const [mine, hidden] = [await create({}, tenant), await create({}, tenant)];
    const bob = await member(tenant, [
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [mine.id] } },
    ]);
    expect((await bob.get('/notebooks')).body.data).toEqual([mine]);
    for (const response of [
      await bob.get(`/notebooks/${hidden.id}`),
      await bob.put(`/notebooks/${hidden.id}`, { name: 'x' }),
      await bob.delete(`/notebooks/${hidden.id}`),
    ])
      expect(response.status).toBe(404);
    expect((await bob.put(`/notebooks/${mine.id}`, { parent_id: hidden.id })).status).toBe(422);
    expect((await bob.post('/notebooks', { name: 'x' })).status).toBe(403);
    expect((await bob.put(`/notebooks/${mine.id}`, { name: 'mine' })).status).toBe(200);
  });

  it('a policy that names notebooks prevents moving notes out of them, or notes of others into them', async () => {
    const tenant = await world.tenant('Limited');
    const mine = await create({}, tenant);
    const bob = await member(tenant, [
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [mine.id] } },
    ]);
    const before = await defaults(tenant);
    expect((await bob.put(`/notebooks/${mine.id}`, { is_default: true })).status).toBe(403);
    expect((await bob.delete(`/notebooks/${mine.id}`)).status).toBe(403);
    expect(await defaults(tenant)).toEqual(before);
    expect((await tenant.get(`/notebooks/${mine.id}`)).status).toBe(200);
  });
});
