import { beforeEach, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { endOf, outputOf, startRun } from './agent-runs.js';

const date = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const blueprint = 'overdue-triage';

describe('the triage of overdue tasks', () => {
  const { ada, member, tenant } = useWorld({ workers: 1, fresh: 'tenants' });
  let project: string;

  beforeEach(async () => {
    project = (await ada.post('/projects', { name: 'Web', identifier: 'WEB' })).body.id;
  });

  const make = async (title: string, fields: object) =>
    (await ada.post('/tasks', { title, project_id: project, ...fields })).body.id as string;
  const priorityOf = async (id: string) => (await ada.get(`/tasks/${id}`)).body.priority;

  it('raises priorities once, by the time a task is overdue, and lowers none', async () => {
    const raised = [
      await make('Month', { due_date: date(-30), priority: 'low' }),
      await make('Week', { due_date: date(-7) }),
      await make('Yesterday', { due_at: new Date(Date.now() - 86_400_000).toISOString() }),
    ];
    const left = [
      await make('Urgent already', { due_date: date(-1), priority: 'urgent' }),
      await make('Due today', { due_date: date(0) }),
      await make('Whenever', {}),
    ];
    const done = await make('Done', { due_date: date(-9) });
    await ada.post(`/tasks/${done}/complete`);
    await tenant('Other').then((other) => other.post('/tasks', { title: 'Not ours', due_date: date(-9) }));
    const output = await outputOf(ada, blueprint);
    expect(output).toMatchObject({ skipped: 0, more: false });
    expect(output.raised).toMatchObject([
      { task_id: raised[0], identifier: 'WEB-1', title: 'Month', days_overdue: 30, from: 'low', to: 'urgent' },
      { task_id: raised[1], days_overdue: 7, from: 'none', to: 'high' },
      { task_id: raised[2], days_overdue: 1, from: 'none', to: 'medium' },
    ]);
    expect(await Promise.all(raised.map(priorityOf))).toEqual(['urgent', 'high', 'medium']);
    expect(await Promise.all([...left, done].map(priorityOf))).toEqual(['urgent', 'none', 'none', 'none']);
    expect(await outputOf(ada, blueprint)).toEqual({ raised: [], skipped: 0, more: false });
  });

  it('follows its input, including the maximum of tasks', async () => {
    for (const title of ['first', 'second', 'third']) await make(title, { due_date: date(-2) });
    const input = { urgent_after_days: 1, limit: 2 };
    expect(await outputOf(ada, blueprint, input)).toMatchObject({ raised: [{ to: 'urgent' }, {}], more: true });
    expect(await outputOf(ada, blueprint, input)).toMatchObject({ raised: [{ to: 'urgent' }], more: false });
  });

  it('changes only what the member who starts it may change', async () => {
    const hidden = await make('Hidden', { due_date: date(-7) });
    const other = (await ada.post('/projects', { name: 'App', identifier: 'APP' })).body.id;
    const shown = await make('Shown', { due_date: date(-7), project_id: other });
    const limited = { access_level: 'write', resource_filter: { project_ids: [other] } };
    const bob = await member(ada, [
      { domain: 'agents', access_level: 'write' },
      { domain: 'tasks', ...limited },
      { domain: 'projects', ...limited },
    ]);
    expect((await outputOf(bob, blueprint)).raised).toMatchObject([{ task_id: shown }]);
    expect(await priorityOf(hidden)).toBe('none');
    expect((await outputOf(bob, blueprint, { project_id: project })).raised).toEqual([]);
    const viewer = await member(ada, [
      { domain: 'agents', access_level: 'write' },
      { domain: 'tasks', access_level: 'read' },
    ]);
    const failed = await endOf(ada, blueprint, await startRun(viewer, blueprint), 'failed');
    expect(failed.failure_category).toBe('permission_denied');
  });

  it('does not change archived projects, an empty workspace, or texts', async () => {
    const title = '"; drop table tasks; -- {{x}} \u202e\u0007 ${y} <script>';
    await make(title, { due_date: date(-7) });
    expect((await outputOf(ada, blueprint)).raised).toMatchObject([{ title }]);
    await make('Put away', { due_date: date(-7) });
    await ada.post(`/projects/${project}/archive`);
    expect(await outputOf(ada, blueprint)).toEqual({ raised: [], skipped: 0, more: false });
    const empty = await tenant('Empty');
    expect(await outputOf(empty, blueprint)).toEqual({ raised: [], skipped: 0, more: false });
  });
});
