import type { Event } from '@tandem/domain/events/event';
import type { Bind } from '@tandem/platform/postgres/params';
import { latestIdFirst } from '@tandem/platform/store/orders';
import { SqlReader } from '@tandem/platform/store/sql-reader';
import { callersReach, visibleEvents } from '../access/visible-events.js';

/** Leaves out what happened to records that the caller may not read. */
export abstract class SqlEventReader<Filters extends object> extends SqlReader<Event, Filters> {
  protected override readonly listOrder = latestIdFirst;
  /** So many rows are scanned in some tenths of a second at most. */
  protected override readonly horizon = 50_000;

  protected override visible(bind: Bind): string | undefined {
    const reach = callersReach(bind);
    return reach && visibleEvents('t', reach);
  }
}
