import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('the task digest', () => {
  const { ada, tenant } = useWorld({ workers: 1 });

  it('is a note that mentions the tasks of the day, each of which is linked back', async () => {
    const project = (await ada.post('/projects', { name: 'Web', identifier: 'WEB' })).body.id;
    const day = 86_400_000;
    const date = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
    const make = async (title: string, fields: object) =>
      (await ada.post('/tasks', { title, project_id: project, ...fields })).body;
    const due = await make('Due', { due_date: date(0) });
    const overdue = await make('Overdue', { due_date: date(-3) });
    await make('Later', { due_date: date(9) });
    const done = await make('Done', {});
    await ada.post(`/tasks/${done.id}/complete`);
    await tenant('Other').then((other) => other.post('/tasks', { title: 'Not ours', due_date: date(0) }));

    const { id } = (await ada.post('/agents/task-digest/runs', {})).body;
    const run = await eventually(async () => {
      const found = (await ada.get(`/agents/task-digest/runs/${id}`)).body;
      expect(found.status).toBe('succeeded');
      return found;
    });
    expect(run.output.counts).toEqual({ due: 1, overdue: 1, waking: 0, done: 1 });
    const note = (await ada.get(`/notes/${run.output.note_id}`)).body;
    expect(note.title).toBe(`Task digest ${date(0)}`);
    for (const task of [due, overdue, done]) {
      expect(note.body).toContain(`@[${task.identifier} ${task.title}](mention://task/${task.id})`);
      const backlinks = (await ada.get(`/backlinks/task/${task.id}`)).body;
      expect(backlinks).toMatchObject([{ id: note.id }]);
    }
    expect(note.body).not.toMatch(/Later|Not ours/);
    const { data } = (await ada.get(`/audit-log?resource_id=${note.id}`)).body;
    expect(data).toMatchObject([{ action: 'note.created', actor_type: 'agent', actor_id: id }]);
  });

  it('into a notebook that is not there fails for good', async () => {
    const input = { notebook_id: '01900000-0000-7000-8000-000000000000' };
    const { id } = (await ada.post('/agents/task-digest/runs', { input })).body;
    await eventually(async () => {
      const run = (await ada.get(`/agents/task-digest/runs/${id}`)).body;
      expect(run).toMatchObject({ status: 'failed', failure_category: 'tool_error' });
    });
  });
});
