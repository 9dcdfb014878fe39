import { uses } from '@tandem/domain/core/use-case';
import { TenantTasks } from '@tandem/domain/tenants/tenant-tasks.port';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, tenantStatement } from '@tandem/platform/postgres/tenant-statements';
import { endOfDueDate } from './task-rules.js';

const due = endOfDueDate('$2');
const maxSeconds = 8;

export class SqlTenantTasks extends uses({ database: Database }, TenantTasks) {
  async followTimeZone(zone: string): Promise<void> {
    const text = `update tasks t set due = ${due}
      where ${ofTenant()} and t.due_date is not null and t.due <> ${due}`;
    await this.database.batch(this.database.withTimeout(maxSeconds, tenantStatement(text, zone)));
  }
}
