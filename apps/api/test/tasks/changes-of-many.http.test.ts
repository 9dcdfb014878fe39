import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { copiesOfTasks } from './copied-tasks.js';

interface Entry {
  action: string;
  resource_id: string;
  metadata: { changes?: Record<string, { from: unknown; to: unknown }> };
}

describe('updates of many records at once', () => {
  const { ada, asOwner } = useWorld();

  const created = async (path: string, fields: object): Promise<Record<string, string>> =>
    (await ada.post(path, fields)).body;
  const project = async (name: string) => (await created('/projects', { name })).id!;
  const ids = async (path: string) => (await ada.get(path)).body.data.map(({ id }: { id: string }) => id).sort();
  /** The audit log of a record, the latest first. */
  const reported = async (id: string): Promise<Entry[]> => (await ada.get(`/audit-log?resource_id=${id}`)).body.data;
  const now = async () => (await created('/notes', { title: 'now' })).updated_at!;

  it('change the tasks of a deleted section, with an event each', async () => {
    const id = await project('Sections');
    const section = (await created(`/projects/${id}/sections`, { name: 'Soon' })).id!;
    const within = await Promise.all(
      ['a', 'b'].map((title) => created('/tasks', { title, project_id: id, section_id: section })),
    );
    const beside = await created('/tasks', { title: 'c', project_id: id });
    const deleted = await created('/tasks', { title: 'd', project_id: id, section_id: section });
    await ada.delete(`/tasks/${deleted.id}`);
    const before = await now();
    expect((await ada.delete(`/projects/${id}/sections/${section}`)).status).toBe(204);
    expect(await ids(`/tasks?project_id=${id}&updated_after=${before}`)).toEqual(within.map((task) => task.id).sort());
    for (const task of within) {
      const [latest] = await reported(task.id!);
      expect(latest).toMatchObject({
        action: 'task.updated',
        metadata: { changes: { section_id: { from: section, to: null } } },
      });
    }
    expect((await reported(beside.id!)).map(({ action }) => action)).toEqual(['task.created']);
    expect((await reported(deleted.id!)).map(({ action }) => action)).toEqual(['task.deleted', 'task.created']);
    expect((await ada.post(`/tasks/${deleted.id}/restore`)).body.section_id).toBeNull();
  });

  it('change the tasks of a deleted status, with an event each', async () => {
    const id = await project('Statuses');
    const status = (await created(`/projects/${id}/statuses`, { name: 'Doing', category: 'started' })).id!;
    const task = await created('/tasks', { title: 'a', project_id: id, status_id: status });
    const before = await now();
    expect((await ada.delete(`/projects/${id}/statuses/${status}`)).status).toBe(204);
    const after = (await ada.get(`/tasks/${task.id}`)).body;
    expect(after.updated_at > before).toBe(true);
    const change = { from: status, to: after.status_id };
    expect((await reported(task.id!))[0]).toMatchObject({
      action: 'task.updated',
      metadata: { changes: { status_id: change } },
    });
  });

  it('change all tasks of a renamed project, with an event each', async () => {
    const id = await project('Many');
    const { identifier } = (await ada.get(`/projects/${id}`)).body;
    const task = await created('/tasks', { title: 'a', project_id: id });
    await asOwner(
      `${copiesOfTasks({ identifier: "$2::text || '-' || n" })}
       from tasks t, generate_series(2, 1300) n where t.id = $1`,
      [task.id, identifier],
    );
    const before = await now();
    expect((await ada.patch(`/projects/${id}`, { identifier: 'NEW' })).status).toBe(200);
    const events = await asOwner(
      `select count(*)::int as reported, count(distinct resource_id)::int as tasks
       from events where type = 'task.updated' and created_at > $1
        and data ->> 'identifier' like 'NEW-%' and metadata #>> '{changes,identifier,from}' like $2`,
      [before, `${identifier}-%`],
    );
    expect(events[0]).toEqual({ reported: 1300, tasks: 1300 });
    expect((await ada.get(`/tasks/by-identifier/${identifier}-700`)).body.identifier).toBe('NEW-700');
    expect((await ada.get(`/tasks/by-identifier/NEW-700`)).body.updated_at > before).toBe(true);
  });

  it('change the notes of a deleted notebook, with an event each', async () => {
    const notebook = (await created('/notebooks', { name: 'Talks' })).id!;
    const notes = await Promise.all(
      Array.from({ length: 23 }, (_, n) => created('/notes', { title: `n${n}`, notebook_id: notebook })),
    );
    const before = await now();
    expect((await ada.delete(`/notebooks/${notebook}`)).status).toBe(204);
    for (const { id } of notes) {
      const after = (await ada.get(`/notes/${id}`)).body;
      expect(after.updated_at > before).toBe(true);
      const change = { from: notebook, to: after.notebook_id };
      expect((await reported(id!))[0]).toMatchObject({
        action: 'note.updated',
        metadata: { changes: { notebook_id: change } },
      });
    }
  });

  it('redirect the links of a merged contact to the survivor, with an event each', async () => {
    const [a, b] = [
      await created('/contacts', { display_name: 'A' }),
      await created('/contacts', { display_name: 'B' }),
    ];
    const [one, both] = [await created('/tasks', { title: 'one' }), await created('/tasks', { title: 'both' })];
    const link = (task: string, contact: string) =>
      created(`/tasks/${task}/links`, { entity_type: 'contact', entity_id: contact });
    const moved = await link(one.id!, b.id!);
    const [first, second] = [await link(both.id!, a.id!), await link(both.id!, b.id!)];
    expect((await ada.post(`/contacts/${a.id}/merge`, { source_id: b.id })).status).toBe(200);
    const links = async (task: string) => (await ada.get(`/tasks/${task}/links`)).body.data;
    expect(await links(one.id!)).toEqual([{ ...moved, entity_id: a.id }]);
    expect(await links(both.id!)).toEqual([first]);
    const events = async (id: string) => (await reported(id)).map(({ action }) => action);
    expect(await events(moved.id!)).toEqual(['task.link.created', 'task.link.deleted', 'task.link.created']);
    const ends = `select data ->> 'entity_id' as at from events where resource_id = $1 order by id`;
    expect((await asOwner(ends, [moved.id])).map(({ at }) => at)).toEqual([b.id, b.id, a.id]);
    expect(await events(second.id!)).toEqual(['task.link.deleted', 'task.link.created']);
    expect(await events(first.id!)).toEqual(['task.link.created']);
  });
});
