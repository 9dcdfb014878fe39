import { AuditTrail } from '@tandem/domain/core/events/audit-trail';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { eventRow } from '@tandem/platform/store/event-rows';

export class SqlAuditTrail extends uses({ database: Database }, AuditTrail) {
  async denied(details: Record<string, unknown>): Promise<void> {
    await this.database.batch([eventRow({ type: 'auth.denied', resourceType: 'route', details })]);
  }
}
