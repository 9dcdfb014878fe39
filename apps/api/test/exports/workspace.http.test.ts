import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { idsIn, linesOf } from './exported.js';

describe('an export of the workspace', () => {
  const { ada, other, withKey, member } = useWorld();
  const workspace = '/exports/workspace.ndjson';

  it('holds every record with its parts, also snoozed and deleted ones', async () => {
    const created: string[] = [];
    const create = async (path: string, body: object) => {
      const response = await ada.post(path, body);
      expect({ path, status: response.status }).toEqual({ path, status: 201 });
      created.push(response.body.id as string);
      return response.body.id as string;
    };
    const project = await create('/projects', { name: 'Launch' });
    await create(`/projects/${project}/sections`, { name: 'Later' });
    const task = await create('/tasks', { title: 'Snoozed', project_id: project });
    await create(`/tasks/${task}/comments`, { body: 'Fine' });
    const contact = await create('/contacts', {
      display_name: 'Eve',
      channels: [{ type: 'email', value: 'e@example.com' }],
    });
    await create(`/tasks/${task}/links`, { entity_type: 'contact', entity_id: contact });
    await create('/labels', { name: 'urgent', color: '#d73a4a' });
    await create('/notes', { title: 'Plan', body: 'All of it' });
    const deleted = await create('/notes', { title: 'Deleted', body: 'Restorable' });
    await create('/pipelines', { name: 'Sales' });
    await ada.post(`/tasks/${task}/snooze`, { until: new Date(Date.now() + 86_400_000).toISOString() });
    await ada.delete(`/notes/${deleted}`);
    const { text } = await ada.get(workspace);
    const lines = linesOf(text);
    expect(idsIn(text)).toEqual(expect.arrayContaining(created));
    expect(new Set(idsIn(text)).size).toBe(idsIn(text).length);
    const { types } = lines[0] as unknown as { types: string[] };
    expect(types).toEqual(
      expect.arrayContaining(['task', 'task.comment', 'task.link', 'label', 'note', 'project', 'section', 'status']),
    );
    expect(types).toEqual(expect.arrayContaining(['contact', 'pipeline', 'deal', 'member', 'event', 'agent_run']));
    const record = (id: string) => lines.find((line) => line.record?.id === id)!.record;
    expect(record(contact)).toMatchObject({ channels: [{ value: 'e@example.com' }] });
    expect(record(deleted)).toMatchObject({ body: 'Restorable' });
    expect(text).not.toContain(other.tenantId);
  });

  it('continues after the cursor of any type', async () => {
    const lines = linesOf((await ada.get(workspace)).text);
    for (const [at, { type, cursor }] of lines.entries()) {
      if (type !== 'cursor') continue;
      const rest = linesOf((await ada.get(`${workspace}?resume=${cursor as string}`)).text);
      const ids = (some: typeof lines) =>
        some.flatMap(({ record, type }) => (record && type !== 'audit_entry' ? record.id : []));
      expect(ids(rest)).toEqual(ids(lines.slice(at)));
    }
  });

  it('is for administrators with all rights alone', async () => {
    const narrow = await withKey(ada, { scopes: ['tasks:admin', 'notes:admin'] });
    expect((await narrow.get(workspace)).body).toMatchObject({ status: 403, scope: '*' });
    const colleague = await member(ada);
    expect((await colleague.get(workspace)).body).toMatchObject({ status: 403, scope: '*' });
    expect((await ada.get(`${workspace}?resume=nothing~`)).body).toMatchObject({ status: 400, code: 'invalid_cursor' });
  });
});
