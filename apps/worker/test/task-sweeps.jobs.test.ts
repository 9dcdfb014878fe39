import { beforeAll, describe, expect, it } from '@jest/globals';
import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { WakeSnoozedTasks } from '@tandem/domain/tasks/wake-snoozed-tasks';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';

describe('sweeps of tasks', () => {
  const { tenant, asOwner, startWorker, forkWorker } = useWorld();
  let ada: Caller;
  let bob: Caller;
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const read = async (caller: Caller, id: string) => (await caller.get(`/tasks/${id}`)).body;
  const actions = async (caller: Caller, id: string) =>
    (await caller.get(`/audit-log?resource_id=${id}`)).body.data.map(
      ({ action, actor_type }: { action: string; actor_type: string }) => `${action} ${actor_type}`,
    );
  const asleep = async (caller: Caller) => {
    const { id } = (await caller.post('/tasks', { title: 'x' })).body;
    await caller.post(`/tasks/${id}/snooze`, { until: tomorrow });
    return id as string;
  };
  /** Simulates that the instant of a column has passed. */
  const pass = (id: string, column: string) =>
    asOwner(`update tasks set ${column} = now() - interval '1 minute' where id = $1`, [id]);

  beforeAll(async () => {
    [ada, bob] = [await tenant(), await tenant('Other')];
  });

  it('due snoozed tasks of every tenant wake once, and no others', async () => {
    const [mine, his, later, deleted] = [await asleep(ada), await asleep(bob), await asleep(ada), await asleep(ada)];
    await ada.delete(`/tasks/${deleted}`);
    for (const id of [mine, his, deleted]) await pass(id, 'snoozed_until');
    await Promise.all([startWorker(), startWorker()]);
    await eventually(async () => {
      expect((await read(ada, mine)).snoozed_until).toBeNull();
      expect((await read(bob, his)).snoozed_until).toBeNull();
    });
    expect(await actions(ada, mine)).toEqual(['task.unsnoozed system', 'task.snoozed api_key', 'task.created api_key']);
    expect((await read(ada, later)).snoozed_until).not.toBeNull();
    expect(await actions(ada, deleted)).not.toContain('task.unsnoozed system');
  });

  it('a task that one worker wakes is skipped by another', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => asleep(ada)));
    for (const id of ids) await pass(id, 'snoozed_until');
    const { container } = await startWorker();
    const wake = () => inScope(systemScope(noTenant), () => container.get(WakeSnoozedTasks).run());
    await Promise.all([wake(), wake(), wake(), wake()]);
    for (const id of ids)
      expect((await actions(ada, id)).filter((action: string) => action.startsWith('task.unsnoozed'))).toHaveLength(1);
  });

  it('the next occurrence of a late task is postponed, and the task stays unchanged', async () => {
    await ada.patch('/tenant', { timezone: 'Pacific/Kiritimati' });
    const fields = { title: 'late', due_date: '2026-01-01', rrule: 'FREQ=DAILY' };
    // Each process learns of the new zone a little later.
    const task = await eventually(async () => {
      const created = (await ada.post('/tasks', fields)).body;
      expect(created.next_occurrence).toMatch(/T10:00:00/);
      return created;
    });
    await pass(task.id, 'next_occurrence');
    const worker = await forkWorker();
    await eventually(async () => expect(await read(ada, task.id)).toEqual(task));
    expect(await actions(ada, task.id)).toEqual(['task.created api_key']);
    await worker.end('SIGTERM');
  });
});
