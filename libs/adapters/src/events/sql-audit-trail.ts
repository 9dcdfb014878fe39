import { AuditTrail } from '@tandem/domain/core/audit-trail';
import { Database } from '@tandem/platform/postgres/database';
import { eventRow } from '@tandem/platform/postgres/event-rows';

export class SqlAuditTrail extends AuditTrail {
  static needs = [Database] as const;

  constructor(private readonly database: Database) {
    super();
  }

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
