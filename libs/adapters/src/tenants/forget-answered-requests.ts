import { needing } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';

const most = 10_000;

/** Removes the answers kept for repeated requests that are older than a day, of every tenant. */
export class ForgetAnsweredRequests extends needing({ database: Database }) {
  async run(): Promise<void> {
    const text = `delete from answered_requests where (tenant_id, id) in (
      select tenant_id, id from answered_requests where created_at < now() - interval '24 hours' order by created_at limit ${most})`;
    await this.database.queryAcrossTenants(text);
  }
}
