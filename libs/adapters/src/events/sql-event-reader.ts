import type { GuardedContent, Subject } from '@tandem/domain/core/access/guarded-content';
import { GuardedContents } from '@tandem/domain/core/access/guarded-contents.service';
import { withoutScopes } from '@tandem/domain/core/access/reading';
import { Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { Event } from '@tandem/domain/events/event';
import type { Bind } from '@tandem/platform/postgres/statements';
import { latestIdFirst } from '@tandem/platform/store/orders';
import { SqlReader } from '@tandem/platform/store/sql-reader';
import { callersReach, visibleEvents } from '../access/visible-events.js';

/** Omits events of records that the caller may not read, and guarded content of the others. */
export abstract class SqlEventReader<Filters extends object, Shown> extends SqlReader<Event, Filters> {
  protected override readonly listOrder = latestIdFirst;
  /** Rows scanned within a few tenths of a second. */
  protected override readonly horizon = 50_000;
  abstract readonly contents: GuardedContents;

  protected abstract subjectOf(event: Shown): Subject | undefined;
  protected abstract withheld(event: Shown, content: GuardedContent): object;

  protected override visible(bind: Bind): string | undefined {
    const reach = callersReach(bind);
    return reach && visibleEvents('t', reach);
  }

  protected override async forCaller(rows: readonly Rendered[]): Promise<readonly Rendered[]> {
    const reader = withoutScopes(currentScope().rights);
    if (reader.isUnlimited) return rows;
    const events = rows.map(({ json }) => (this.contents.mayConcern(json) ? (JSON.parse(json) as Shown) : undefined));
    const hidden = await this.contents.hiddenFrom(
      reader,
      events.map((event) => event && this.subjectOf(event)),
    );
    return rows.map((row, i) => (hidden[i] ? new Rendered(JSON.stringify(this.withheld(events[i]!, hidden[i]))) : row));
  }
}
