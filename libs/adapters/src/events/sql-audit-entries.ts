import type { AuditEntries, AuditFilters } from '@tandem/domain/events/audit-entries.port';
import type { GuardedContent, Subject } from '@tandem/domain/core/access/guarded-content';
import { GuardedContents } from '@tandem/domain/core/access/guarded-contents.service';
import type { Page, PageRequest } from '@tandem/domain/core/page';
import { uses } from '@tandem/domain/core/use-case';
import type { Event } from '@tandem/domain/events/event';
import { newestFirst } from '@tandem/platform/store/orders';
import { storeOf } from '@tandem/platform/store/store-of';
import { createdBefore, createdSince, equals, type FiltersOf } from '@tandem/platform/postgres/filters';
import { family } from './event-filters.js';
import { auditEntryView, eventFields } from './event.fields.js';
import { SqlEventReader } from './sql-event-reader.js';

const filters: FiltersOf<AuditFilters> = {
  action: family,
  resourceType: equals('resource_type'),
  resourceId: equals('resource_id'),
  actorId: equals('actor_id'),
  actorType: equals('actor_type'),
  memberId: equals('member_id'),
  runId: (run, bind) => `t.actor_type = 'agent' and t.actor_id = ${bind(run)}`,
  via: (channel, bind) => `t.metadata->>'via' = ${bind(channel)}`,
  since: createdSince,
  until: createdBefore,
};

interface Shown {
  resource_type: string;
  resource_id: string | null;
  metadata: { changes?: Record<string, unknown> };
}

const withheldChange = { from: null, to: null };

export class SqlAuditEntries
  extends uses(
    { contents: GuardedContents },
    storeOf(SqlEventReader<AuditFilters, Shown>, { table: eventFields.table, view: auditEntryView, filters }),
  )
  implements AuditEntries
{
  /** By time, which only the index of members has: a plan for any member might scan the primary key for a rare one. */
  override page(request: PageRequest & AuditFilters): Promise<Page<Event>> {
    return request.memberId === undefined ? super.page(request) : this.pageBy(request, newestFirst);
  }

  protected subjectOf({ resource_type: resourceType, resource_id: id }: Shown): Subject | undefined {
    return id === null ? undefined : { resourceType, id };
  }

  protected withheld({ metadata, ...entry }: Shown, { fields }: GuardedContent): object {
    const changes = Object.entries(metadata.changes ?? {}).map(([field, change]) => [
      field,
      fields.includes(field) ? withheldChange : change,
    ]);
    const shown = {
      ...(metadata.changes ? { changes: Object.fromEntries(changes) as object } : {}),
      content_hidden: true,
    };
    return { ...entry, metadata: { ...metadata, ...shown } };
  }
}
