import { currentScope } from '@tandem/domain/core/scope';
import type { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import type { ScheduleTicks } from '@tandem/domain/schedules/schedule-ticks.port';
import { keeping } from '@tandem/platform/postgres/keeping';
import type { Order } from '@tandem/platform/postgres/sql-pages';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { scheduleTickTable } from './agent-schedule.table.js';
import { scheduleTickView } from './agent-schedule.view.js';

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
  async settle(runId: string, runStatus: string): Promise<boolean> {
    const text = `update agent_schedule_ticks set run_status = $3, updated_at = now()
      where tenant_id = $1 and run_id = $2 and run_status is null returning id`;
    return (await this.database.query(text, [currentScope().tenantId, runId, runStatus])).length > 0;
  }
}
