import type { Place } from '@tandem/domain/core/scope';
import type { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import type { AgentSchedules, ScheduleFilters, ScheduleTicks } from '@tandem/domain/schedules/agent-schedules.port';
import type { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import { keeping } from '@tandem/platform/postgres/keeping';
import { type Bind, equals } from '@tandem/platform/postgres/params';
import type { Order } from '@tandem/platform/postgres/sql-pages';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { agentScheduleTable, scheduleTickTable } from './agent-schedule.table.js';
import { agentScheduleView, scheduleTickView } from './agent-schedule.view.js';

const filters = { blueprint: equals('blueprint'), enabled: equals('enabled') };
const mostAtOnce = 1000;

export class SqlAgentSchedules
  extends keeping(SqlStore<AgentSchedule, ScheduleFilters>, {
    table: agentScheduleTable,
    view: agentScheduleView,
    filters,
  })
  implements AgentSchedules
{
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

/** By the time they stand for: those that were missed are stored all at once. */
const latestFirst: Order = { key: 't.scheduled_for', type: 'timestamptz', direction: 'desc' };

export class SqlScheduleTicks
  extends keeping(SqlParts<ScheduleTick>, {
    table: scheduleTickTable,
    view: scheduleTickView,
    whole: 'schedule_id',
    order: latestFirst,
  })
  implements ScheduleTicks
{
  changeOfRun(runId: string, rule: (tick: ScheduleTick) => void): Promise<ScheduleTick | undefined> {
    return this.changeWhere((bind) => `t.run_id = ${bind(runId)}`, rule, { lock: 'for update of t' });
  }
}
