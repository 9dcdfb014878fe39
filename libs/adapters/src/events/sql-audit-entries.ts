import type { AuditEntries, AuditFilters } from '@tandem/domain/events/audit-entries.port';
import type { Event } from '@tandem/domain/events/event';
import { keeping } from '@tandem/platform/postgres/keeping';
import { type Bind, equals } from '@tandem/platform/postgres/params';
import { SqlReader } from '@tandem/platform/postgres/sql-reader';
import { family, mostLookedAt, since, until, withinReach } from './event-filters.js';
import { eventTable } from './event.table.js';
import { auditEntryView } from './event.view.js';

const filters = {
  action: family,
  resourceType: equals('resource_type'),
  resourceId: equals('resource_id'),
  actorId: equals('actor_id'),
  actorType: equals('actor_type'),
  since,
  until,
};

export class SqlAuditEntries
  extends keeping(SqlReader<Event, AuditFilters>, { table: eventTable, view: auditEntryView, filters })
  implements AuditEntries
{
  protected override readonly horizon = mostLookedAt;

  protected override visible(bind: Bind): string | undefined {
    return withinReach(bind);
  }
}
