import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';

const today = () => new Date().toISOString().slice(0, 10);

describe('a schedule of several members', () => {
  const { ada, withKey, member, asOwner } = useWorld({ workers: 1, fresh: 'tenants' });
  let bob: Caller;
  let guests: string;
  let id: string;

  beforeEach(async () => {
    const secret = await created('/projects', { name: 'Secret' });
    const open = await created('/projects', { name: 'Open' });
    guests = await created('/notebooks', { name: 'Guests' });
    await created('/tasks', { title: 'SECRET-MERGER', project_id: secret, due_date: today() });
    await created('/tasks', { title: 'PLAIN', project_id: open, due_date: today() });
    bob = await member(ada, [
      { domain: 'agents', access_level: 'write' },
      { domain: 'tasks', access_level: 'write', resource_filter: { project_ids: [open] } },
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [guests] } },
    ]);
    id = await created('/agent-schedules', { blueprint: 'task-digest', cron_expression: '0 0 1 1 *', timezone: 'UTC' });
  });

  const created = async (path: string, body: object) => (await ada.post(path, body)).body.id as string;
  const comeDue = () => asOwner(`update agent_schedules set next_at = date_trunc('minute', now()) where id = $1`, [id]);
  const lastRun = () =>
    eventually(async () => {
      const { last_run_id } = (await ada.get(`/agent-schedules/${id}`)).body;
      const run = (await ada.get(`/agents/task-digest/runs/${last_run_id}`)).body;
      expect(['succeeded', 'failed']).toContain(run.status);
      return run;
    });
  const guestsNotes = async () => JSON.stringify((await bob.get(`/notes?notebook_id=${guests}`)).body);

  it('runs with the rights that all members who changed it have', async () => {
    const input_template = { notebook_id: guests };
    const changed = await bob.patch(`/agent-schedules/${id}`, { input_template });
    expect(changed.body).toMatchObject({ member_id: ada.memberId, works_for: [ada.memberId, bob.memberId] });
    await comeDue();
    expect(await lastRun()).toMatchObject({ status: 'succeeded', output: { counts: { due: 1 } } });
    expect(await guestsNotes()).toMatch('PLAIN');
    expect(await guestsNotes()).not.toMatch('SECRET-MERGER');
    const { data } = (await ada.get(`/audit-log?resource_id=${id}&action=agent_schedule.updated`)).body;
    expect(data).toMatchObject([{ metadata: { works_for: [ada.memberId, bob.memberId] } }]);
  });

  it('runs within the rights of a member who triggers it, that one time', async () => {
    await ada.patch(`/agent-schedules/${id}`, { input_template: { notebook_id: guests } });
    expect((await bob.post(`/agent-schedules/${id}/trigger`)).status).toBe(200);
    const triggered = await lastRun();
    expect(triggered).toMatchObject({ status: 'succeeded', output: { counts: { due: 1 } } });
    expect(await guestsNotes()).not.toMatch('SECRET-MERGER');
    const { data } = (await ada.get(`/audit-log?resource_id=${triggered.id}&action=agent_run.queued`)).body;
    expect(data[0].metadata.works_for).toEqual([ada.memberId, bob.memberId]);
    await comeDue();
    await eventually(async () => expect((await lastRun()).id).not.toBe(triggered.id));
    expect(await lastRun()).toMatchObject({ output: { counts: { due: 2 } } });
  });

  it.each([
    ['its cron expression', { cron_expression: '0 0 2 1 *' }],
    ['its zone', { timezone: 'Europe/Berlin' }],
    ['its deadline', { deadline_seconds: 60 }],
  ])('works for a member who changes %s as well', async (_, fields) => {
    expect((await bob.patch(`/agent-schedules/${id}`, fields)).body.works_for).toEqual([ada.memberId, bob.memberId]);
  });

  it('depends on a member who enables it, but not on one who only disables it', async () => {
    expect((await bob.patch(`/agent-schedules/${id}`, { enabled: false })).body.works_for).toEqual([ada.memberId]);
    expect((await bob.patch(`/agent-schedules/${id}`, { enabled: true })).body).toMatchObject({
      member_id: ada.memberId,
      works_for: [ada.memberId, bob.memberId],
    });
  });

  it('is not changed by sending its current values', async () => {
    const { blueprint, cron_expression, timezone, input_template } = (await ada.get(`/agent-schedules/${id}`)).body;
    const same = { blueprint, cron_expression, timezone, input_template, enabled: true };
    expect((await bob.patch(`/agent-schedules/${id}`, same)).body.works_for).toEqual([ada.memberId]);
  });

  it.each(['changed', 'triggered'])(
    'a key for agents alone reads no tasks through a schedule it has %s',
    async (how) => {
      const narrow = await withKey(ada, { scopes: ['agents:write'] });
      if (how === 'triggered') await narrow.post(`/agent-schedules/${id}/trigger`);
      else {
        await narrow.patch(`/agent-schedules/${id}`, { input_template: { notebook_id: guests } });
        await comeDue();
      }
      expect(await lastRun()).toMatchObject({ status: 'failed', failure_category: 'permission_denied' });
    },
  );
});
