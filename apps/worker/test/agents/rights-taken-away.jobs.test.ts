import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';

describe('work in the name of a member who loses rights', () => {
  const world = useWorld({ workers: 1, fresh: 'tenants' });
  const { ada, withKey, member, asOwner } = world;
  let bob: Caller;
  let bobsKey: string;

  beforeEach(async () => {
    bob = await member(ada, policies());
    bobsKey = (await bob.get('/me')).body.key.id;
  });

  const policies = (tasks = 'write') => [
    { domain: 'agents', access_level: 'write' },
    { domain: 'api_keys', access_level: 'write' },
    { domain: 'tasks', access_level: tasks },
    { domain: 'notes', access_level: 'write' },
  ];
  const grant = (given: object[]) => ada.put(`/members/${bob.memberId}/access`, { access_policies: given });
  const run = async (by: Caller, fields: object = {}, blueprint = 'task-digest') =>
    (await by.post(`/agents/${blueprint}/runs`, fields)).body.id as string;
  const ends = (id: string, expected: object, blueprint = 'task-digest') =>
    eventually(async () => expect((await ada.get(`/agents/${blueprint}/runs/${id}`)).body).toMatchObject(expected));
  const denied = { status: 'failed', failure_category: 'permission_denied' };
  const later = () => new Date(Date.now() + 3_600_000).toISOString();
  const becomeDue = (id: string) => asOwner('update agent_runs set run_at = now() where id = $1', [id]);

  describe('runs', () => {
    it('a queued one is checked when it starts', async () => {
      const ids = [await run(bob, { run_at: later() }), await run(ada, { run_at: later() })];
      await grant(policies('none'));
      for (const id of ids) await becomeDue(id);
      await ends(ids[0]!, denied);
      await ends(ids[1]!, { status: 'succeeded' });
    });

    it.each([
      ['revoked', (key: string) => ada.delete(`/api-keys/${key}`)],
      ['paused', (key: string) => ada.patch(`/api-keys/${key}`, { is_active: false })],
      ['expired', (key: string) => asOwner(`update api_keys set expires_at = now() where id = $1`, [key])],
      ['narrowed', (key: string) => ada.patch(`/api-keys/${key}`, { scopes: ['agents:write'] })],
    ])('one requested by a key does nothing once the key is %s', async (_, lose) => {
      const id = await run(bob, { run_at: later() });
      await lose(bobsKey);
      await becomeDue(id);
      await ends(id, denied);
    });

    it('one started with a key continues after its rotation', async () => {
      const id = await run(bob, { run_at: later() });
      expect((await bob.post(`/api-keys/${bobsKey}/rotate`, { grace_period_seconds: 0 })).status).toBe(200);
      await becomeDue(id);
      await ends(id, { status: 'succeeded' });
    });

    it('a running one is checked at its next step', async () => {
      const id = await run(bob, { input: { steps: 40, delay_ms: 40_000 } }, 'echo');
      await eventually(async () =>
        expect((await ada.get(`/agents/echo/runs/${id}/steps`)).body.data).not.toHaveLength(0),
      );
      await ada.delete(`/members/${bob.memberId}`);
      await ends(id, denied, 'echo');
      expect((await ada.get(`/agents/echo/runs/${id}/steps`)).body.data.length).toBeLessThan(40);
    });

    it('a member without the right to start agents has none running', async () => {
      const id = await run(bob, { run_at: later() }, 'echo');
      await grant(policies().slice(1).concat({ domain: 'agents', access_level: 'read' }));
      await becomeDue(id);
      await ends(id, denied, 'echo');
    });
  });

  describe('schedules', () => {
    const create = async (by: Caller, fields: object = {}) =>
      (await by.post('/agent-schedules', { blueprint: 'task-digest', cron_expression: '0 0 1 1 *', ...fields })).body
        .id as string;
    const read = async (id: string) => (await ada.get(`/agent-schedules/${id}`)).body;
    const comeDue = (id: string) =>
      asOwner(`update agent_schedules set next_at = date_trunc('minute', now()) where id = $1 and enabled`, [id]);
    const lastRun = async (id: string, expected: object) => {
      const last = await eventually(async () => {
        const { last_run_id } = await read(id);
        expect(last_run_id).not.toBeNull();
        return last_run_id as string;
      });
      await ends(last, expected);
    };

    it('one of a member who may no longer read tasks reads none', async () => {
      const id = await create(bob);
      await grant(policies('none'));
      await comeDue(id);
      await lastRun(id, denied);
    });

    it('one of a deactivated member is disabled, and an administrator may take it over', async () => {
      const carl = await member(ada, policies());
      const id = await create(bob);
      await ada.delete(`/members/${bob.memberId}`);
      const disabled = { enabled: false, disabled_reason: 'owner_deactivated', member_id: bob.memberId };
      await eventually(async () => expect(await read(id)).toMatchObject(disabled));
      const { data } = (await ada.get(`/audit-log?resource_id=${id}&action=agent_schedule.disabled`)).body;
      expect(data).toMatchObject([{ actor_type: 'system', metadata: { reason: 'owner_deactivated' } }]);
      for (const refused of [
        await ada.post(`/agent-schedules/${id}/trigger`),
        await carl.patch(`/agent-schedules/${id}`, { enabled: true }),
        await carl.patch(`/agent-schedules/${id}`, { input_template: {}, timezone: 'Asia/Tokyo' }),
      ])
        expect([refused.status, refused.body.code]).toEqual([409, 'owner_lost']);
      const taken = await ada.patch(`/agent-schedules/${id}`, { enabled: true });
      expect(taken.body).toMatchObject({ enabled: true, member_id: ada.memberId, works_for: [ada.memberId] });
      await comeDue(id);
      await lastRun(id, { status: 'succeeded', member_id: ada.memberId });
    });

    it('one that a deactivated member only changed is disabled too', async () => {
      const id = await create(ada);
      await bob.patch(`/agent-schedules/${id}`, { cron_expression: '0 0 2 1 *' });
      await ada.delete(`/members/${bob.memberId}`);
      await eventually(async () => expect(await read(id)).toMatchObject({ disabled_reason: 'owner_deactivated' }));
    });

    it.each([
      [
        'taken over',
        `update agent_schedules s set member_id = o.member_id, rights = o.rights from agent_schedules o
         where s.id = $1 and o.id = $2 returning s.id`,
        { enabled: true },
      ],
      ['deleted', 'delete from agent_schedules where id = $1 and id <> $2 returning id', { status: 404 }],
    ])('one that is %s first is not disabled, and the others are', async (_, meanwhile, expected) => {
      const [id, other, adas] = [await create(bob), await create(bob), await create(ada)];
      const session = world.session();
      await session.query('begin');
      await session.query('select from agent_schedules where id = $1 for update', [id]);
      await ada.delete(`/members/${bob.memberId}`);
      await eventually(async () => expect(await session.waiting()).toBe(1));
      expect(await session.query(meanwhile, [id, adas])).toHaveLength(1);
      await session.query('commit');
      await session.close();
      await eventually(async () => expect(await read(other)).toMatchObject({ disabled_reason: 'owner_deactivated' }));
      expect(await read(id)).toMatchObject(expected);
    });

    it('one whose key has expired is disabled when due, and its member may enable it with another key', async () => {
      const other = await withKey(bob, {});
      const id = await create(other);
      await asOwner(`update api_keys set expires_at = now() where right(key_hint, 4) = $1`, [other.key.slice(-4)]);
      await comeDue(id);
      await eventually(async () => expect(await read(id)).toMatchObject({ disabled_reason: 'key_inactive' }));
      expect((await bob.patch(`/agent-schedules/${id}`, { enabled: true })).body.works_for).toEqual([bob.memberId]);
      await comeDue(id);
      await lastRun(id, { status: 'succeeded' });
    });

    it('one disabled by its owner is taken over by the member who enables it', async () => {
      const id = await create(bob, { enabled: false });
      await ada.delete(`/members/${bob.memberId}`);
      expect((await ada.patch(`/agent-schedules/${id}`, { enabled: true })).body.works_for).toEqual([ada.memberId]);
    });
  });
});
