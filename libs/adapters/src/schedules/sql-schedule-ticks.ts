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
  changeOfRun(runId: string, rule: (tick: ScheduleTick) => void): Promise<ScheduleTick | undefined> {
    return this.changeWhere((bind) => `t.run_id = ${bind(runId)}`, rule, { lock: 'for update of t' });
  }
}
