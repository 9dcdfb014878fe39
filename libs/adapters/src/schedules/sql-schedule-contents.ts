import type { Rights } from '@tandem/domain/core/access/rights';
import { uses } from '@tandem/domain/core/use-case';
import { type ExistingSchedule, ScheduleContents } from '@tandem/domain/schedules/schedule-contents.port';
import { Database } from '@tandem/platform/postgres/database';
import { rowsOf } from '@tandem/platform/postgres/statements';
import { unseenProjects } from '../access/unseen-projects.js';

const select = `select t.id, t.blueprint, t.rights, ${unseenProjects({ since: 't.created_at', until: `'infinity'` })}
  ${rowsOf('agent_schedules')} and t.id = any ($2::uuid[])`;

export class SqlScheduleContents extends uses({ database: Database }, ScheduleContents) {
  protected async existing(reader: Rights, ids: readonly string[]): Promise<ExistingSchedule[]> {
    return (await this.database.queryOfTenant(select, ids, reader.namedProjects)) as unknown as ExistingSchedule[];
  }
}
