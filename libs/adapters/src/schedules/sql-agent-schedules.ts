import { conflict } from '@tandem/domain/core/errors';
import type { Place } from '@tandem/domain/core/scope';
import { currentScope } from '@tandem/domain/core/scope';
import type { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import type { AgentSchedules, ScheduleFilters } from '@tandem/domain/schedules/agent-schedules.port';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { type Bind, equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { SettingsToken } from '@tandem/platform/settings/settings-token';
import { agentScheduleTable } from './agent-schedule.table.js';
import { agentScheduleView } from './agent-schedule.view.js';

const filters = { blueprint: equals('blueprint'), enabled: equals('enabled') };
const mostAtOnce = 1000;

export class SqlAgentSchedules extends SqlStore<AgentSchedule, ScheduleFilters> implements AgentSchedules {
  static needs = [Database, SettingsToken] as const;

  constructor(
    database: Database,
    private readonly settings: SettingsToken,
  ) {
    super(database, { table: agentScheduleTable, view: agentScheduleView, filters });
  }

  async mustHaveRoom(): Promise<void> {
    const { tenantId } = currentScope();
    const most = this.settings.SCHEDULES_PER_TENANT;
    const [, counted] = await this.database.batch([
      advisoryLock(`schedules of ${tenantId}`),
      { text: 'select count(*) as count from agent_schedules where tenant_id = $1', values: [tenantId] },
    ]);
    if (Number(counted!.rows[0]!.count) >= most)
      throw conflict('too_many_schedules', `A tenant has at most ${most} schedules.`, { limit: most });
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
