import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { type Caller, useWorld } from '@tandem/testing/world';

describe('links of tasks to records that a caller may not read', () => {
  const { ada, member, withKey } = useWorld();
  let guest: Caller;
  let task: string;
  const seen: string[] = [];
  const hidden: [type: string, id: string][] = [];

  beforeAll(async () => {
    const open = await created('/projects', { name: 'Open' });
    const shut = await created('/projects', { name: 'Shut' });
    const secret = await created('/projects', { name: 'Secret', is_private: true });
    const notebook = await created('/notebooks', { name: 'Shelf' });
    task = await created('/tasks', { title: 'Linked', project_id: open });
    guest = await member(ada, [
      { domain: 'tasks', access_level: 'write', resource_filter: { project_ids: [open] } },
      { domain: 'contacts', access_level: 'none' },
      { domain: 'pipelines', access_level: 'none' },
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [notebook] } },
    ]);
    const pipeline = await ada.post('/pipelines', { name: 'Sales' });
    hidden.push(['contact', await created('/contacts', { display_name: 'Grace' })]);
    hidden.push(['pipeline', pipeline.body.id], ['pipeline_stage', pipeline.body.stages[0].id]);
    hidden.push(['project', secret], ['task', await created('/tasks', { title: 'Far', project_id: shut })]);
    hidden.push(['note', await created('/notes', { title: 'Note', body: '' })]);
    seen.push(await link('note', await created('/notes', { title: 'Seen', body: '', notebook_id: notebook })));
    for (const [type, id] of hidden) await link(type, id);
    seen.push(await link('project', open), await link('event', newId()));
    // An event may have any id, and reveals nothing of a hidden record with the same id.
    for (const [, id] of hidden) seen.push(await link('event', id));
  });

  const created = async (path: string, body: object) => {
    const response = await ada.post(path, body);
    expect([path, response.status]).toEqual([path, 201]);
    return response.body.id as string;
  };
  const link = (entity_type: string, entity_id: string) => created(`/tasks/${task}/links`, { entity_type, entity_id });
  const ids = (data: { id: string }[]) => data.map(({ id }) => id);

  it('are refused like links to missing records', async () => {
    const missing = await guest.post(`/tasks/${task}/links`, { entity_type: 'contact', entity_id: newId() });
    for (const [entity_type, entity_id] of hidden) {
      const { status, body } = await guest.post(`/tasks/${task}/links`, { entity_type, entity_id });
      expect([entity_type, status, body.code, body.detail]).toEqual([
        entity_type,
        404,
        'not_found',
        missing.body.detail,
      ]);
    }
  });

  it('select nothing when tasks are filtered by them', async () => {
    const filtered = async (type: string, id: string, by = guest) =>
      ids((await by.get(`/tasks?linked_type=${type}&linked_id=${id}`)).body.data);
    for (const [type, id] of hidden) {
      expect([type, await filtered(type, id)]).toEqual([type, []]);
      expect([type, await filtered(type, id, ada)]).toEqual([type, [task]]);
    }
    const key = await withKey(ada, { scopes: ['tasks:read'] });
    expect(await filtered(...hidden[0]!, key)).toEqual([]);
  });

  it('are left out of the list, on every page', async () => {
    const { body } = await guest.get(`/tasks/${task}/links`);
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
    expect(ids(body.data)).toEqual([...seen].reverse());
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const page = (await guest.get(`/tasks/${task}/links?limit=1${cursor}`)).body;
      found.push(...ids(page.data));
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(found).toEqual([...seen].reverse());
    expect((await ada.get(`/tasks/${task}/links`)).body.data).toHaveLength(hidden.length + seen.length);
  });

  it('are neither shown nor deleted individually', async () => {
    const all = (await ada.get(`/tasks/${task}/links`)).body.data as { id: string }[];
    for (const { id } of all) {
      const status = seen.includes(id) ? 200 : 404;
      expect((await guest.get(`/tasks/${task}/links/${id}`)).status).toBe(status);
      if (status === 404) expect((await guest.delete(`/tasks/${task}/links/${id}`)).status).toBe(404);
    }
    expect((await ada.get(`/tasks/${task}/links`)).body.data).toHaveLength(all.length);
  });

  it('do not reveal their tasks', async () => {
    for (const [type, id] of hidden) {
      expect((await ada.get(`/links/${type}/${id}`)).body).toMatchObject([{ task: { id: task } }]);
      expect((await guest.get(`/links/${type}/${id}`)).text).toBe('[]');
    }
  });
});
