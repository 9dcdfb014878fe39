import type { Place } from '@tandem/domain/core/scope';
import type { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import type { AgentSchedules, ScheduleFilters } from '@tandem/domain/schedules/agent-schedules.port';
import { Database } from '@tandem/platform/postgres/database';
import { type Bind, equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { agentScheduleTable } from './agent-schedule.table.js';
import { agentScheduleView } from './agent-schedule.view.js';

const filters = { blueprint: equals('blueprint'), enabled: equals('enabled') };
const mostAtOnce = 1000;

export class SqlAgentSchedules extends SqlStore<AgentSchedule, ScheduleFilters> implements AgentSchedules {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: agentScheduleTable, view: agentScheduleView, filters });
  }

  holdEnabledFor(id: string): Promise<AgentSchedule[]> {
    return this.select((bind) => {
      const [it, text] = [bind(id), bind(id.toLowerCase())];
      return `t.enabled and (t.member_id = ${it} or t.rights ->> 'keyId' = ${text} or exists (
        select from jsonb_array_elements(t.rights -> 'others') o where ${text} in (o ->> 'memberId', o ->> 'keyId')))`;
    }, 'order by t.id for update of t');
  }

  dueAcrossTenants(): Promise<Place[]> {
    const text = `select t.tenant_id as "tenantId", t.id from agent_schedules t where t.next_at <= now() order by t.next_at limit ${mostAtOnce}`;
    return this.database.queryAcrossTenants(text);
  }

  changeDue(id: string, rule: (schedule: AgentSchedule, now: Date) => void): Promise<AgentSchedule | undefined> {
    return this.database.run(async () => {
      const [clock] = await this.database.query('select now() as now');
      const due = (bind: Bind) => `t.id = ${bind(id)} and t.next_at <= now()`;
      return this.changeWhere(due, (schedule) => rule(schedule, clock!.now as Date));
    });
  }
}
