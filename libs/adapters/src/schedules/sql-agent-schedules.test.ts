import { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import { AgentSchedules } from '@tandem/domain/schedules/agent-schedules.port';
import { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlAgentSchedules } from './sql-agent-schedules.js';
import { SqlScheduleTicks } from './sql-schedule-ticks.js';

const mandate = { memberId: null, rights: { role: 'owner' as const, policies: [], scopes: ['*'] } };
const daily = () => new AgentSchedule({ blueprint: 'echo', cronExpression: '@daily', timezone: 'UTC' }, mandate);

storeContract(SqlAgentSchedules, {
  make: daily,
  change: (schedule) => schedule.update({ enabled: false }),
  tells: { added: ['agent_schedule.created'], changed: ['agent_schedule.updated', 'agent_schedule.disabled'] },
});

storeContract(SqlScheduleTicks, {
  make: async (_, get) => new ScheduleTick((await get(AgentSchedules).add(daily())).id, new Date(), 'missed'),
  change: (tick) => void (tick.runStatus = 'failed'),
});
