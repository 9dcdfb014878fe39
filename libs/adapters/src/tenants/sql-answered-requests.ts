import { needing } from '@tandem/domain/core/use-case';
import { AnsweredRequests } from '@tandem/domain/tenants/answered-requests.port';
import { Database } from '@tandem/platform/postgres/database';

const most = 10_000;

export class SqlAnsweredRequests extends needing({ database: Database }, AnsweredRequests) {
  async forgetOldAcrossTenants(): Promise<void> {
    const text = `delete from answered_requests where (tenant_id, id) in (
      select tenant_id, id from answered_requests where created_at < now() - interval '24 hours' order by created_at limit ${most})`;
    await this.database.queryAcrossTenants(text);
  }
}
