import { resourceTypeOf } from '@tandem/domain/core/events/event-types';
import type { GuardedContent, Subject } from '@tandem/domain/core/access/guarded-content';
import { GuardedContents } from '@tandem/domain/core/access/guarded-contents.service';
import { uses } from '@tandem/domain/core/use-case';
import type { Page, PageRequest } from '@tandem/domain/core/page';
import type { Event } from '@tandem/domain/events/event';
import type { EventFilters, Events } from '@tandem/domain/events/events.port';
import { storeOf } from '@tandem/platform/store/store-of';
import { createdBefore, createdSince, type FiltersOf } from '@tandem/platform/postgres/filters';
import type { Order } from '@tandem/platform/store/orders';
import { family } from './event-filters.js';
import { eventFields } from './event.fields.js';
import { SqlEventReader } from './sql-event-reader.js';

const filters: FiltersOf<EventFilters> = {
  type: family,
  since: createdSince,
  until: createdBefore,
  afterSequence: (after, bind) => `t.sequence > ${bind(after)}`,
};
const ascending: Order = { key: 't.sequence', type: 'bigint', direction: 'asc' };

interface Shown {
  type: string;
  data: { id: string };
}

export class SqlEvents
  extends uses({ contents: GuardedContents }, storeOf(SqlEventReader<EventFilters, Shown>, { ...eventFields, filters }))
  implements Events
{
  override page(request: PageRequest & EventFilters): Promise<Page<Event>> {
    return request.afterSequence === undefined ? super.page(request) : this.pageBy(request, ascending);
  }

  protected subjectOf({ type, data }: Shown): Subject {
    return { resourceType: resourceTypeOf(type), id: data.id };
  }

  protected withheld(event: Shown, content: GuardedContent): object {
    return { ...event, data: content.withheld(event.data) };
  }

  protected override get alive(): string {
    return 't.sequence is not null';
  }
}
