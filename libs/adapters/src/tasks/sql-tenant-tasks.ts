import { uses } from '@tandem/domain/core/use-case';
import { TenantTasks } from '@tandem/domain/tenants/tenant-tasks.port';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { endOfDueDate } from './task-rules.js';

const atOnce = 5000;
const due = endOfDueDate('$2');

const follow = `with looked as materialized (
    select id ${rowsOf('tasks')} and ($3::uuid is null or id > $3) order by id limit ${atOnce}),
  changed as (
    update tasks t set due = ${due} from looked l
    where ${ofTenant()} and t.id = l.id and t.due_date is not null and t.due <> ${due})
  select case when count(*) = ${atOnce} then max(id::text) end as last from looked`;

export class SqlTenantTasks extends uses({ database: Database }, TenantTasks) {
  async followTimeZone(zone: string, after: string | null): Promise<string | null> {
    return (await this.database.queryOfTenant(follow, zone, after))[0]!.last as string | null;
  }
}
