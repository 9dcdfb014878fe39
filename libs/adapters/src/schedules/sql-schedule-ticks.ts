import type { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import type { ScheduleTicks } from '@tandem/domain/schedules/schedule-ticks.port';
import { Database } from '@tandem/platform/postgres/database';
import type { Order } from '@tandem/platform/postgres/sql-pages';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { scheduleTickTable } from './schedule-tick.table.js';
import { scheduleTickView } from './schedule-tick.view.js';

/** By the time they stand for: those that were missed are stored all at once. */
const latestFirst: Order = { key: 't.scheduled_for', type: 'timestamptz', direction: 'desc' };

export class SqlScheduleTicks extends SqlParts<ScheduleTick> implements ScheduleTicks {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, {
      table: scheduleTickTable,
      view: scheduleTickView,
      whole: 'schedule_id',
      order: latestFirst,
    });
  }

  changeOfRun(runId: string, rule: (tick: ScheduleTick) => void): Promise<ScheduleTick | undefined> {
    return this.changeWhere((bind) => `t.run_id = ${bind(runId)}`, rule, { lock: 'for update of t' });
  }
}
