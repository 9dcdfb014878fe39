import { describe, expect, it } from '@jest/globals';
import type { Mandate } from '@tandem/domain/agents/mandate';
import { Member } from '@tandem/domain/members/member';
import { Members } from '@tandem/domain/members/members.port';
import { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import { AgentSchedules } from '@tandem/domain/schedules/agent-schedules.port';
import { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlAgentSchedules, SqlScheduleTicks } from './sql-agent-schedules.js';

const mandate: Mandate = { memberId: null, rights: { role: 'owner', policies: [], scopes: ['*'] } };
const daily = (of = mandate) => new AgentSchedule({ blueprint: 'echo', cronExpression: '@daily', timezone: 'UTC' }, of);

storeContract(SqlAgentSchedules, {
  make: () => daily(),
  change: (schedule) => schedule.update({ enabled: false }),
  tells: { added: ['agent_schedule.created'], changed: ['agent_schedule.updated', 'agent_schedule.disabled'] },
});

storeContract(SqlScheduleTicks, {
  make: async (_, get) => new ScheduleTick((await get(AgentSchedules).add(daily())).id, new Date(), 'missed'),
  change: (tick) => tick.settle('failed'),
});

describe('SqlAgentSchedules', () => {
  const { ours, get } = useStore(SqlAgentSchedules);

  it('shows for whom a schedule works as the schedule says it, whoever has a hand in it', () =>
    ours(async (schedules) => {
      const member = (name: string) =>
        get(Members).add(new Member({ name, email: `${name}@example.com`, role: 'viewer' }));
      const [{ id: bob }, { id: cid }] = [await member('bob'), await member('cid')];
      const grant = (memberId: string | null) => ({ ...mandate.rights, memberId, keyId: null });
      const hands = [undefined, [], [null], [bob], [cid, null, bob, cid]].map((ids) => ids?.map(grant));
      for (const memberId of [null, bob])
        for (const others of hands) {
          const { id } = await schedules.add(daily({ memberId, rights: { ...mandate.rights, others } }));
          const { works_for } = JSON.parse((await schedules.read(id)).json) as { works_for: string[] };
          expect(works_for).toEqual((await schedules.one(id)).worksFor);
        }
    }));
});
