import { beforeEach, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { outputOf } from './agent-runs.js';

const blueprint = 'stale-task-sweep';
const later = new Date(Date.now() + 9 * 86_400_000).toISOString();

describe('the sweep of stale tasks', () => {
  const { ada, asOwner, tenant } = useWorld({ workers: 1, fresh: 'tenants' });
  let stale: string;

  const make = async (title: string, days: number, fields: object = {}) => {
    const id = (await ada.post('/tasks', { title, ...fields })).body.id as string;
    await asOwner(`update tasks set updated_at = now() - $2 * interval '1 day' where id = $1`, [id, days]);
    return id;
  };
  const commentsOf = async (id: string) => (await ada.get(`/tasks/${id}/comments`)).body.data;

  beforeEach(async () => {
    stale = await make('Old', 40);
  });

  it('comments once on each stale task, as the run, but not on active, planned or snoozed ones', async () => {
    const left = [
      await make('Fresh', 3),
      await make('Planned', 40, { due_at: later }),
      await make('Begins later', 40, { start_date: later.slice(0, 10) }),
      await make('Talked about', 40),
      await make('Asleep', 40),
      await make('Done', 40),
    ];
    await ada.post(`/tasks/${left[3]}/comments`, { body: 'Still on it.' });
    await ada.post(`/tasks/${left[4]}/snooze`, { until: later });
    await ada.post(`/tasks/${left[5]}/complete`);
    for (const id of left.slice(4)) await asOwner(`update tasks set updated_at = '2026-01-01' where id = $1`, [id]);
    const output = await outputOf(ada, blueprint);
    expect(output).toEqual({
      action: 'comment',
      swept: [{ task_id: stale, identifier: null, title: 'Old', days_unchanged: 40 }],
      skipped: 0,
      more: false,
    });
    expect(await commentsOf(stale)).toMatchObject([{ body: expect.stringContaining('40 days') }]);
    expect((await outputOf(ada, blueprint)).swept).toEqual([]);
    expect(await commentsOf(stale)).toHaveLength(1);
  });

  it('cancels if configured, the oldest first, up to a maximum', async () => {
    const older = await make('Older', 90);
    const input = { action: 'cancel', stale_after_days: 35, limit: 1 };
    expect(await outputOf(ada, blueprint, input)).toMatchObject({ swept: [{ task_id: older }], more: true });
    expect((await ada.get(`/tasks/${older}`)).body.canceled_at).not.toBeNull();
    expect((await ada.get(`/tasks/${stale}`)).body.canceled_at).toBeNull();
    expect(await outputOf(ada, blueprint, input)).toMatchObject({ swept: [{ task_id: stale }], more: false });
  });

  it('continues after a task that cannot be changed, and does nothing in an empty workspace', async () => {
    const child = await make('Below', 50, { parent_id: stale });
    const output = await outputOf(ada, blueprint, { action: 'cancel' });
    // The parent was canceled with the child or the child with it: neither stops the run.
    expect(output.swept.length + output.skipped).toBe(2);
    expect((await ada.get(`/tasks/${child}`)).body.canceled_at).not.toBeNull();
    expect((await outputOf(await tenant('Empty'), blueprint)).swept).toEqual([]);
  });
});
