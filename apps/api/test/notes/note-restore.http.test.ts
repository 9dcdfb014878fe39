import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('restoring notes over HTTP', () => {
  const { ada, other, member, withKey, asOwner } = useWorld();

  const restore = (id: string, by = ada) => by.post(`/notes/${id}/restore`);
  const deleted = async (fields: object = {}) => {
    const note = (await ada.post('/notes', { title: 'Gone', ...fields })).body;
    expect((await ada.delete(`/notes/${note.id}`)).status).toBe(204);
    return note as { id: string };
  };
  const notebook = async () => (await ada.post('/notebooks', { name: 'Any' })).body.id as string;
  const eventTypes = async (id: string) =>
    (await asOwner<{ type: string }>('select type from events where resource_id = $1 order by id', [id])).map(
      ({ type }) => type,
    );

  it('returns a deleted note with its content and backlinks, and leaves others unchanged', async () => {
    const target = (await ada.post('/tasks', { title: 'Target' })).body.id as string;
    const backlinks = async () => (await ada.get(`/backlinks/task/${target}`)).body.map(({ id }: { id: string }) => id);
    const note = await deleted({ body: `[[task:${target}]]`, tags: ['kept'], notebook_id: await notebook() });
    expect(await backlinks()).toEqual([]);
    const { status, body } = await restore(note.id);
    expect([status, body]).toEqual([200, { ...note, updated_at: expect.any(String) }]);
    expect((await ada.get(`/notes/${note.id}`)).body).toEqual(body);
    expect(await backlinks()).toEqual([note.id]);
    expect((await restore(note.id)).body).toEqual(body);
    expect(await eventTypes(note.id)).toEqual(['note.created', 'note.deleted', 'note.updated']);
  });

  it('puts a note whose notebook is gone into the default notebook', async () => {
    const notebook_id = await notebook();
    const { id } = await deleted({ notebook_id });
    await ada.delete(`/notebooks/${notebook_id}`);
    expect(await eventTypes(id)).toEqual(['note.created', 'note.deleted']);
    const home = (await ada.get('/notebooks?limit=100')).body.data.find(
      (one: { is_default: boolean }) => one.is_default,
    );
    expect((await restore(id)).body).toMatchObject({ notebook_id: home.id, deleted_at: null });
  });

  it('is possible for 30 days, with notes:write, in the own tenant', async () => {
    const { id } = await deleted();
    const reader = await withKey(ada, { scopes: ['notes:read'] });
    expect((await restore(id, reader)).body.scope).toBe('notes:write');
    expect((await restore(id, other)).status).toBe(404);
    const age = (days: number) =>
      asOwner('update notes set deleted_at = now() - make_interval(days => $2) where id = $1', [id, days]);
    await age(31);
    expect((await restore(id)).status).toBe(404);
    await age(29);
    expect((await restore(id)).status).toBe(200);
  });

  it('is limited to the notebooks of an access policy', async () => {
    const notebook_id = await notebook();
    const [seen, unseen] = [await deleted({ notebook_id }), await deleted()];
    const bob = await member(ada, [
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [notebook_id] } },
    ]);
    expect((await restore(unseen.id, bob)).status).toBe(404);
    expect((await restore(seen.id, bob)).status).toBe(200);
  });
});
