import { describe, expect, it } from '@jest/globals';
import { type Caller, useWorld } from '@tandem/testing/world';

describe('the tree of notebooks over HTTP', () => {
  const world = useWorld();
  const { ada } = world;

  const create = async (fields: object = {}, by = ada) =>
    (await by.post('/notebooks', { name: 'Any', ...fields })).body;
  const defaults = async (of: Caller) =>
    (await of.get('/notebooks?limit=100')).body.data.filter((one: { is_default: boolean }) => one.is_default);

  it('has exactly one default when many are concurrently made the default', async () => {
    const tenant = await world.tenant('Race');
    const created = await Promise.all(Array.from({ length: 6 }, () => create({}, tenant)));
    const responses = await Promise.all([
      ...created.map(({ id }) => tenant.put(`/notebooks/${id}`, { is_default: true })),
      ...created.map(() => tenant.post('/notebooks', { name: 'New', is_default: true })),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 200, 200, 200, 201, 201, 201, 201, 201, 201,
    ]);
    expect(await defaults(tenant)).toHaveLength(1);
  });

  it('keeps its default in a race of its deletion with becoming the default', async () => {
    const tenant = await world.tenant('Race of two');
    for (let round = 0; round < 5; round++) {
      const { id } = await create({}, tenant);
      const [created, deleted] = await Promise.all([
        tenant.put(`/notebooks/${id}`, { is_default: true }),
        tenant.delete(`/notebooks/${id}`),
      ]);
      expect([`${created.status} ${deleted.status}`]).toEqual([expect.stringMatching(/^(200 409|404 204)$/)]);
      expect(await defaults(tenant)).toHaveLength(1);
    }
  });

  it('is at most ten deep and has no cycle', async () => {
    const line = [await create()];
    while (line.length < 10) line.push(await create({ parent_id: line.at(-1).id }));
    const deeper = await ada.post('/notebooks', { name: 'Too deep', parent_id: line.at(-1).id });
    expect(deeper.status).toBe(422);
    expect(deeper.body.errors).toMatchObject([{ pointer: '/parent_id', code: 'too_deep' }]);
    const circle = await ada.put(`/notebooks/${line[2].id}`, { parent_id: line[5].id });
    expect(circle.body.errors).toMatchObject([{ pointer: '/parent_id', code: 'cycle' }]);
    const itself = await ada.put(`/notebooks/${line[9].id}`, { parent_id: line[9].id });
    expect(itself.body.errors).toMatchObject([{ pointer: '/parent_id', code: 'cycle' }]);
    const lowered = await ada.put(`/notebooks/${line[0].id}`, { parent_id: (await create()).id });
    expect(lowered.body.errors).toMatchObject([{ pointer: '/parent_id', code: 'too_deep' }]);
  });

  it('has no cycle when two notebooks are concurrently moved below each other', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await create(), await create()];
      const responses = await Promise.all([
        ada.put(`/notebooks/${a.id}`, { parent_id: b.id }),
        ada.put(`/notebooks/${b.id}`, { parent_id: a.id }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it('moves the notes of a deleted notebook to the default and its children to its parent', async () => {
    const [home] = await defaults(ada);
    const grandparent = await create();
    const parent = await create({ parent_id: grandparent.id });
    const child = await create({ parent_id: parent.id });
    const note = (await ada.post('/notes', { title: 'Left behind', notebook_id: parent.id })).body;
    expect((await ada.delete(`/notebooks/${parent.id}`)).status).toBe(204);
    expect((await ada.get(`/notebooks/${parent.id}`)).status).toBe(404);
    expect((await ada.get(`/notebooks/${child.id}`)).body.parent_id).toBe(grandparent.id);
    expect((await ada.get(`/notes/${note.id}`)).body.notebook_id).toBe(home.id);
    expect((await ada.post('/notes', { title: 'x', notebook_id: parent.id })).status).toBe(422);
    expect((await ada.post('/notebooks', { name: 'x', parent_id: parent.id })).status).toBe(422);
    expect((await ada.delete(`/notebooks/${parent.id}`)).status).toBe(404);
  });

  it('leaves no note in a notebook that is deleted while notes are added', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await create();
      const posts = Array.from({ length: 8 }, () => ada.post('/notes', { title: 'n', notebook_id: id }));
      await Promise.all([...posts, ada.delete(`/notebooks/${id}`)]);
      expect((await ada.get(`/notes?notebook_id=${id}`)).body.data).toEqual([]);
    }
  });
});
