import { AuditTrail } from '@tandem/domain/core/identity';
import { needing } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { eventRow } from '@tandem/platform/postgres/event-rows';

export class SqlAuditTrail extends needing({ database: Database }, AuditTrail) {
  async denied(details: Record<string, unknown>): Promise<void> {
    const facts = {
      type: 'auth.denied',
      resourceType: 'route',
      resourceId: null,
      channels: [],
      isPublic: false,
      at: new Date(),
    };
    await this.database.batch([eventRow({ ...facts, details }, {})]);
  }
}
