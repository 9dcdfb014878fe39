import { describe, expect, it } from '@jest/globals';
import { type Delegation, worksOnBehalfOf } from '@tandem/domain/agents/delegation';
import { newId } from '@tandem/domain/core/id';
import { Member } from '@tandem/domain/members/member';
import { Members } from '@tandem/domain/members/members.port';
import { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import { AgentSchedules, ScheduleTicks } from '@tandem/domain/schedules/agent-schedules.port';
import { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlAgentSchedules, SqlScheduleTicks } from './sql-agent-schedules.js';

const delegation: Delegation = { memberId: null, rights: { role: 'owner', policies: [], scopes: ['*'] } };
const daily = (of = delegation) =>
  new AgentSchedule({ blueprint: 'echo', cronExpression: '@daily', timezone: 'UTC' }, of);

storeContract(SqlAgentSchedules, {
  make: () => daily(),
  change: (schedule) => schedule.update({ enabled: false }),
  records: { added: ['agent_schedule.created'], changed: ['agent_schedule.updated', 'agent_schedule.disabled'] },
});

storeContract(SqlScheduleTicks, {
  make: async (_, get) => new ScheduleTick((await get(AgentSchedules).add(daily())).id, new Date(), 'missed'),
  change: (tick) => tick.conclude('failed'),
});

describe('SqlAgentSchedules', () => {
  const { ours, theirs, get, query } = useStore(SqlAgentSchedules);

  it('shows and finds the members whom a schedule works for as the method does', () =>
    ours(async (schedules) => {
      const member = (name: string) =>
        get(Members).add(new Member({ name, email: `${name}@example.com`, role: 'viewer' }));
      const [{ id: bob }, { id: cid }] = [await member('bob'), await member('cid')];
      const [key, other] = [newId(), newId()];
      const delegator = (memberId: string | null, index: number) => {
        return { ...delegation.rights, memberId, keyId: index ? other : null };
      };
      const owners = [undefined, [], [null], [bob], [cid, null, bob, cid]].map((ids) => ids?.map(delegator));
      const stored: AgentSchedule[] = [];
      for (const memberId of [null, bob])
        for (const others of owners) {
          const rights = { ...delegation.rights, keyId: others ? null : key, others };
          const { id } = await schedules.add(daily({ memberId, rights }));
          const { works_for } = JSON.parse((await schedules.read(id)).json) as { works_for: string[] };
          if (stored.length % 3 === 2) await schedules.change(id, (schedule) => schedule.disable('manual'));
          stored.push(await schedules.one(id));
          expect(works_for).toEqual(stored.at(-1)!.worksFor);
        }
      for (const principal of [bob, cid, key, other]) {
        const expected = stored.filter((one) => one.enabled && worksOnBehalfOf(one, principal));
        const found = await schedules.lockEnabledFor(principal);
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        expect(found.length).toBeGreaterThan(0);
      }
    }));

  it('finds and locks the due schedules that the method finds', () =>
    ours(async (schedules) => {
      const stored: AgentSchedule[] = [];
      for (const nextAt of [new Date(Date.now() - 1000), new Date(Date.now() + 60_000), null])
        stored.push(await schedules.add(Object.assign(daily(), { nextAt })));
      const found = (await schedules.dueAcrossTenants()).flatMap(({ ids }) => ids);
      const now = new Date();
      const expected = stored.filter((one) => one.isDue(now)).map(({ id }) => id);
      expect(found.filter((id) => stored.some((one) => one.id === id))).toEqual(expected);
      const locked = await schedules.tryLockDue({ ids: stored.map(({ id }) => id), now });
      expect(locked.map(({ id }) => id)).toEqual(expected);
      expect(expected).toHaveLength(1);
    }));

  it('stores one tick per time and rejects a second as a conflict', () =>
    ours(async (schedules) => {
      const { id } = await schedules.add(daily());
      const at = new Date();
      const ticks = get(ScheduleTicks);
      await ticks.addWithoutEvents([new ScheduleTick(id, at, 'missed')]);
      const second = ticks.addWithoutEvents([new ScheduleTick(id, at, 'enqueued')]);
      await expect(second).rejects.toMatchObject({ kind: 'conflict', code: 'time_taken' });
    }));

  it('removes only the ticks of one schedule of its own tenant', async () => {
    const ticked = async (schedules: AgentSchedules) => {
      const { id } = await schedules.add(daily());
      await get(ScheduleTicks).addWithoutEvents([new ScheduleTick(id, new Date(), 'missed')]);
      return id;
    };
    const ids = await ours(async (schedules) => [await ticked(schedules), await ticked(schedules)]);
    await theirs(() => get(ScheduleTicks).removeOf(ids[0]!));
    const left = 'select schedule_id as id from agent_schedule_ticks where schedule_id = any($1)';
    expect(await query(left, [ids])).toHaveLength(2);
    await ours(() => get(ScheduleTicks).removeOf(ids[0]!));
    expect(await query(left, [ids])).toEqual([{ id: ids[1] }]);
  });
});
