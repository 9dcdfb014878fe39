import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';
import { endOf } from '../blueprints/agent-runs.js';

interface Entry {
  action: string;
  actor_type: string;
  actor_id: string;
  member_id: string | null;
  resource_id: string;
}

describe('the audit log of a member', () => {
  const { ada, member, withKey, raw, asOwner } = useWorld({ workers: 1 });

  const of = async (memberId: string): Promise<Entry[]> =>
    (await ada.get(`/audit-log?limit=100&member_id=${memberId}`)).body.data;
  const task = async (by: Caller, title: string) => (await by.post('/tasks', { title })).body.id as string;
  const overMcp = async ({ key }: Caller, title: string) => {
    const call = { name: 'create_task', arguments: { title } };
    const response = await raw('post', '/mcp')
      .set({ authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' })
      .send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    expect(response.text).toContain(title);
  };
  /** Fires a schedule of the caller, and waits for the run; its id. */
  const scheduled = async (by: Caller) => {
    const fields = { blueprint: 'task-digest', cron_expression: '0 0 1 1 *' };
    const { id } = (await by.post('/agent-schedules', fields)).body as { id: string };
    await asOwner(`update agent_schedules set next_at = date_trunc('minute', now()) where id = $1`, [id]);
    const run = await eventually(async () => {
      const { last_run_id } = (await ada.get(`/agent-schedules/${id}`)).body as { last_run_id: string | null };
      expect(last_run_id).not.toBeNull();
      return last_run_id!;
    });
    await endOf(ada, 'task-digest', run);
    return { schedule: id, run };
  };

  it('has what they did by two keys, over MCP and through a schedule, and nothing else', async () => {
    const [bob, eve] = [await member(ada, [], 'admin'), await member(ada)];
    const second = await withKey(bob, {});
    const tasks = [await task(bob, 'first'), await task(second, 'second')];
    for (const caller of [ada, eve]) await task(caller, 'of another');
    await overMcp(bob, 'third');
    await overMcp(eve, 'fourth');
    const { schedule, run } = await scheduled(bob);
    await scheduled(eve);
    const entries = await of(bob.memberId);
    const done = entries.map(({ action, actor_type }) => `${action} by ${actor_type}`);
    expect(done.reverse()).toEqual([
      'api_key.created by api_key',
      ...Array<string>(3).fill('task.created by api_key'),
      'agent_schedule.created by api_key',
      'agent_run.queued by system',
      'agent_run.started by system',
      'note.created by agent',
      'agent_run.succeeded by system',
    ]);
    for (const { member_id } of entries) expect(member_id).toBe(bob.memberId);
    const ids = entries.map(({ resource_id }) => resource_id);
    expect(ids).toEqual(expect.arrayContaining([...tasks, schedule, run]));
    expect(entries.find(({ actor_type }) => actor_type === 'agent')!.actor_id).toBe(run);
    const all = (await ada.get('/audit-log?limit=100')).body.data as Entry[];
    expect(all.filter(({ member_id }) => member_id === bob.memberId)).toEqual(entries);
  });

  it('has what others did to their runs only if Tandem itself did it', async () => {
    const bob = await member(ada);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = (await bob.post('/agents/echo/runs', { run_at: later })).body as { id: string };
    await ada.post(`/agents/echo/runs/${id}/cancel`);
    expect((await of(bob.memberId)).map(({ action }) => action)).toEqual(['agent_run.queued']);
    expect(await of(ada.memberId)).toContainEqual(
      expect.objectContaining({ action: 'agent_run.cancelled', resource_id: id }),
    );
  });
});
