import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';

interface Linked {
  task: { id: string };
  link: { id: string };
}

describe('tasks that link to a record', () => {
  const { ada, other, member, withKey, asOwner } = useWorld();
  const created = async (path: string, body: object, caller = ada) =>
    (await caller.post(path, body)).body as { id: string };
  const contact = (name = 'Grace') => created('/contacts', { display_name: name });
  const link = (task: { id: string }, entity_type: string, entity_id: string) =>
    created(`/tasks/${task.id}/links`, { entity_type, entity_id });
  const tasksOf = async (type: string, id: string, caller = ada) =>
    ((await caller.get(`/links/${type}/${id}`)).body as Linked[]).map(({ task }) => task.id);

  it('are listed with their links, the latest link first', async () => {
    const { id } = await contact();
    const [first, second] = [await created('/tasks', { title: '1' }), await created('/tasks', { title: '2' })];
    const links = [await link(second, 'contact', id), await link(first, 'contact', id)];
    await link(first, 'contact', (await contact()).id);
    const { status, headers, body } = await ada.get(`/links/contact/${id}`);
    expect([status, headers['x-truncated']]).toEqual([200, undefined]);
    expect(body).toEqual([
      { task: first, link: links[1] },
      { task: second, link: links[0] },
    ]);
  });

  it('are shown as they are now: snoozed and completed ones too, but not deleted ones', async () => {
    const { id } = await contact();
    const tasks = [];
    for (const title of ['snoozed', 'completed', 'deleted', 'unlinked']) {
      const task = await created('/tasks', { title });
      tasks.push({ ...task, link: (await link(task, 'contact', id)).id });
    }
    const [snoozed, completed, deleted, unlinked] = tasks as [{ id: string; link: string }, ...typeof tasks];
    await ada.post(`/tasks/${snoozed.id}/snooze`, { until: new Date(Date.now() + 86_400_000).toISOString() });
    await ada.post(`/tasks/${completed!.id}/complete`);
    await ada.delete(`/tasks/${deleted!.id}`);
    await ada.delete(`/tasks/${unlinked!.id}/links/${unlinked!.link}`);
    const { body } = await ada.get(`/links/contact/${id}`);
    expect(body).toMatchObject([{ task: { id: completed!.id, state: 'completed' } }, { task: { id: snoozed.id } }]);
  });

  it('are found by every type of record, events included, and by the former id of a merged contact', async () => {
    const task = await created('/tasks', { title: 'x' });
    const [old, kept] = [await contact('Old'), await contact('Kept')];
    const note = await created('/notes', { title: 'x', body: 'x' });
    const parent = await created('/tasks', { title: 'parent' });
    const targets = { contact: old.id, note: note.id, task: parent.id, event: newId() };
    for (const [type, id] of Object.entries(targets)) {
      await link(task, type, id);
      expect([type, await tasksOf(type, id)]).toEqual([type, [task.id]]);
    }
    await ada.post(`/contacts/${kept.id}/merge`, { source_id: old.id });
    for (const { id } of [old, kept]) expect(await tasksOf('contact', id)).toEqual([task.id]);
  });

  it('include only tasks that the caller may read', async () => {
    const { id } = await contact();
    const secret = await created('/projects', { name: 'Secret', is_private: true });
    const [open, hidden] = [
      await created('/tasks', { title: 'open' }),
      await created('/tasks', { title: 'hidden', project_id: secret.id }),
    ];
    for (const task of [open, hidden]) await link(task, 'contact', id);
    expect(await tasksOf('contact', id)).toEqual([hidden.id, open.id]);
    expect(await tasksOf('contact', id, await member(ada))).toEqual([open.id]);
    expect(await tasksOf('contact', id, await withKey(ada, { scopes: ['tasks:read'] }))).toEqual([]);
    expect(await tasksOf('contact', id, other)).toEqual([]);
    const stranger = await withKey(ada, { scopes: ['contacts:read'] });
    expect((await stranger.get(`/links/contact/${id}`)).status).not.toBe(200);
  });

  it('are none for an unknown record, and an unknown type is refused', async () => {
    expect((await ada.get(`/links/contact/${newId()}`)).body).toEqual([]);
    expect((await ada.get(`/links/planet/${newId()}`)).body).toMatchObject({
      status: 422,
      errors: [{ parameter: 'entity_type', code: 'unknown_entity_type' }],
    });
    expect((await ada.get('/links/contact/LAUN-1')).status).toBe(400);
  });

  it('are at most 1,000, and 4 MiB', async () => {
    const many = (event: string, count: number, description: string) =>
      asOwner(
        `with made as (
          insert into tasks (tenant_id, id, title, description, priority, position, metadata, status_id,
            status_category, created_at, updated_at)
          select $1, gen_random_uuid(), 'x', repeat('x', $4), 'none', 1, '{}', s.id, s.category, now(), now()
          from generate_series(1, $3) join statuses s
            on s.tenant_id = $1 and s.project_id is null and s.category = 'unstarted' returning id)
        insert into task_links (tenant_id, id, task_id, entity_type, entity_id, created_at, updated_at)
        select $1, gen_random_uuid(), id, 'event', $2, now(), now() from made`,
        [ada.tenantId, event, count, description.length],
      );
    for (const [count, size, listed] of [
      [1000, 1, 1000],
      [1001, 1, 1000],
      [60, 100_000, 41],
    ] as const) {
      const event = newId();
      await many(event, count, 'x'.repeat(size));
      const { headers, body } = await ada.get(`/links/event/${event}`);
      expect([count, (body as []).length]).toEqual([count, listed]);
      expect([count, headers['x-truncated']]).toEqual([count, count > listed ? 'true' : undefined]);
    }
  });
});
