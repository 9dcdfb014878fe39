import type { AuditEntries, AuditFilters } from '@tandem/domain/events/audit-entries.port';
import { storeOf } from '@tandem/platform/store/store-of';
import { equals, type FiltersOf, madeBefore, madeSince } from '@tandem/platform/postgres/params';
import { family } from './event-filters.js';
import { eventTable } from './event.table.js';
import { auditEntryView } from './event.view.js';
import { SqlEventReader } from './sql-event-reader.js';

const filters: FiltersOf<AuditFilters> = {
  action: family,
  resourceType: equals('resource_type'),
  resourceId: equals('resource_id'),
  actorId: equals('actor_id'),
  actorType: equals('actor_type'),
  via: (through, bind) => `t.metadata->>'via' = ${bind(through)}`,
  since: madeSince,
  until: madeBefore,
};

export class SqlAuditEntries
  extends storeOf(SqlEventReader<AuditFilters>, { table: eventTable, view: auditEntryView, filters })
  implements AuditEntries {}
