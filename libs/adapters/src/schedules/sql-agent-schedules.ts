import type { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import type {
  AgentSchedules,
  DueSchedules,
  ScheduleFilters,
  ScheduleTicks,
} from '@tandem/domain/schedules/agent-schedules.port';
import { clock } from '@tandem/domain/core/clock';
import type { Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { ScheduleContents } from '@tandem/domain/schedules/schedule-contents.port';
import type { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import { uses } from '@tandem/domain/core/use-case';
import { storeOf } from '@tandem/platform/store/store-of';
import { equals } from '@tandem/platform/postgres/filters';
import { ofTenant, tenantStatement } from '@tandem/platform/postgres/statements';
import type { Order } from '@tandem/platform/store/orders';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { agentScheduleFields, scheduleTickFields } from './agent-schedule.fields.js';
import { isDue, worksOnBehalfOf } from './schedule-rules.js';

const filters = { blueprint: equals('blueprint'), enabled: equals('enabled') };
const maxDue = 20_000;
const batchSize = 200;
const due = `
  select tenant_id as "tenantId", json_agg(id order by next_at) as ids, now() as now from (
    select t.tenant_id, t.id, t.next_at,
      (row_number() over (partition by t.tenant_id order by t.next_at) - 1) / ${batchSize} as part
    from (select t.tenant_id, t.id, t.next_at from agent_schedules t
      where ${isDue()} order by t.next_at limit ${maxDue}) t) parts
  group by tenant_id, part order by min(next_at)`;

export class SqlAgentSchedules
  extends uses(
    { contents: ScheduleContents },
    storeOf(SqlStore<AgentSchedule, ScheduleFilters>, { ...agentScheduleFields, filters }),
  )
  implements AgentSchedules
{
  lockEnabledFor(id: string): Promise<AgentSchedule[]> {
    return this.select((bind) => `t.enabled and ${worksOnBehalfOf(id, bind)}`, 'order by t.id for update of t');
  }

  dueAcrossTenants(): Promise<DueSchedules[]> {
    return this.database.queryAcrossTenants(due);
  }

  lockIfThere(id: string): Promise<AgentSchedule | undefined> {
    return this.first((bind) => `t.id = ${bind(id)}`, 'for update of t');
  }

  tryLockDue({ ids, now }: { ids: readonly string[]; now: Date }): Promise<AgentSchedule[]> {
    return this.select(
      (bind) => `t.id = any(${bind(ids)}::uuid[]) and ${isDue(bind(now))}`,
      'for update of t skip locked',
    );
  }

  protected override forCaller(rows: readonly Rendered[]): Promise<readonly Rendered[]> {
    return this.contents.shownTo(currentScope().rights, rows);
  }
}

/** Not by creation, since the ticks of missed times are stored at once. */
const latestFirst: Order = { key: 't.scheduled_for', type: 'timestamptz', direction: 'desc' };

export const lateness = 'tandem_schedule_lateness_seconds';

const removeOf = `delete from agent_schedule_ticks t where ${ofTenant()} and schedule_id = $2`;

const ticks = { ...scheduleTickFields, parent: 'schedule_id', order: latestFirst };

export class SqlScheduleTicks
  extends uses({ meter: Meter }, storeOf(SqlParts<ScheduleTick>, ticks))
  implements ScheduleTicks
{
  /** Observes the lateness after the commit: a crash in between affects only the metric. */
  override async addWithoutEvents(ticks: readonly ScheduleTick[]): Promise<void> {
    await super.addWithoutEvents(ticks);
    const started = ticks.filter(({ isFired }) => isFired);
    this.database.afterCommit(() => {
      for (const { scheduledFor } of started)
        this.meter.observe(lateness, Math.max(0, clock.millis() - scheduledFor.getTime()) / 1000);
    });
  }

  async removeOf(scheduleId: string): Promise<void> {
    await this.database.defer([tenantStatement(removeOf, scheduleId)]);
  }

  lockOfRun(runId: string): Promise<ScheduleTick | undefined> {
    return this.first((bind) => `t.run_id = ${bind(runId)}`, 'for update of t');
  }
}
