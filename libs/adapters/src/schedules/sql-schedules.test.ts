import { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import { asTenant } from '@tandem/testing/as-tenant';
import { storeContract } from '@tandem/testing/store-contract';
import { testSettings } from '@tandem/testing/test-settings';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { SqlAgentSchedules } from './sql-agent-schedules.js';
import { SqlScheduleTicks } from './sql-schedule-ticks.js';

const mandate = { memberId: null, rights: { role: 'owner' as const, policies: [], scopes: ['*'] } };
const make = () => new AgentSchedule({ blueprint: 'echo', cronExpression: '@daily', timezone: 'UTC' }, mandate);

storeContract(
  'SqlAgentSchedules',
  async () => {
    const { database, databaseUrl, ours, theirs, happened, close } = await openTwoTenants();
    const store = new SqlAgentSchedules(database, testSettings(databaseUrl));
    const tells = { added: ['agent_schedule.created'], changed: ['agent_schedule.updated', 'agent_schedule.disabled'] };
    return { store, tenants: [ours.tenantId, theirs.tenantId], make, tells, happened, close };
  },
  (schedule) => schedule.update({ enabled: false }),
);

storeContract(
  'SqlScheduleTicks',
  async () => {
    const { database, databaseUrl, ours, theirs, happened, close } = await openTwoTenants();
    const schedules = new SqlAgentSchedules(database, testSettings(databaseUrl));
    const { id } = await asTenant(ours.tenantId, () => schedules.add(make()));
    return {
      store: new SqlScheduleTicks(database),
      tenants: [ours.tenantId, theirs.tenantId],
      make: (number: number) => new ScheduleTick(id, new Date(2026, 10, number), 'missed'),
      tells: { added: [], changed: [] },
      happened,
      close,
    };
  },
  (tick) => void (tick.runStatus = 'failed'),
);
