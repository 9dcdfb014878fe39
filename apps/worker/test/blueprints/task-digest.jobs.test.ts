import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { outputOf } from './agent-runs.js';

describe('the task digest', () => {
  const { ada, member, tenant } = useWorld({ workers: 1 });

  it("is a note that links the day's tasks, each with a backlink", async () => {
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

  it('shows nothing of private projects, since others read the note', async () => {
    const project_id = (await ada.post('/projects', { name: 'Plans', is_private: true })).body.id;
    const due_at = new Date().toISOString();
    await ada.post('/tasks', { title: 'Secret takeover', due_at, project_id });
    const { id: done } = (await ada.post('/tasks', { title: 'Secret offer', project_id })).body;
    await ada.post(`/tasks/${done}/complete`);
    await ada.post('/tasks', { title: 'Outside projects', due_at });
    const notebook_id = (await ada.post('/notebooks', { name: 'Digests' })).body.id;
    const insider = await member(ada, [
      { domain: 'tasks', access_level: 'write', resource_filter: { project_ids: [project_id] } },
    ]);
    const digests = [await outputOf(ada, 'task-digest'), await outputOf(ada, 'task-digest', { notebook_id })];
    const ofInsider = await outputOf(insider, 'task-digest');
    const viewer = await member(ada, [], 'viewer');
    for (const { note_id } of digests) {
      const { body } = (await viewer.get(`/notes/${note_id}`)).body;
      expect(body).toContain('Outside projects');
      expect(body).not.toContain('Secret');
    }
    expect(ofInsider.counts).toEqual({ due: 0, overdue: 0, waking: 0, done: 0 });
    expect((await viewer.get('/notes?q=Secret')).body.data).toEqual([]);
  });

  it('fails finally for a missing notebook', async () => {
    const input = { notebook_id: '01900000-0000-7000-8000-000000000000' };
    const { id } = (await ada.post('/agents/task-digest/runs', { input })).body;
    await eventually(async () => {
      const run = (await ada.get(`/agents/task-digest/runs/${id}`)).body;
      expect(run).toMatchObject({ status: 'failed', failure_category: 'tool_error' });
    });
  });
});
