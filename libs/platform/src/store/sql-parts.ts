import type { Entity } from '@tandem/domain/core/entity';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import type { Parts } from '@tandem/domain/core/store';
import type { Database } from '../postgres/database.js';
import { equals, type Filters } from '../postgres/params.js';
import { newestFirst, type Order } from './orders.js';
import type { Shape } from './sql-reader.js';
import { SqlStore } from './sql-store.js';

type PartShape<E extends Entity, F extends object> = Shape<E, F> & {
  whole: string;
  order?: Order;
};

export abstract class SqlParts<E extends Entity, F extends object = object>
  extends SqlStore<E, F>
  implements Parts<E, F>
{
  private readonly whole: string;
  private readonly order: Order;

  constructor(database: Database, { whole, order = newestFirst, ...shape }: PartShape<E, F>) {
    // The column name in snake case cannot clash with a request filter.
    const filters = { ...(shape.filters as Filters), [whole]: equals(whole) };
    super(database, { ...shape, filters } as unknown as Shape<E, F>);
    this.whole = whole;
    this.order = order;
  }

  pageOf(wholeId: string, request: PageRequest & F): Promise<Page<E>> {
    return this.pageBy({ ...request, [this.whole]: wholeId }, this.order);
  }

  readOf(wholeId: string, id: string): Promise<Rendered<E>> {
    return this.readWhere((bind) => `t.${this.whole} = ${bind(wholeId)} and t.id = ${bind(id)}`);
  }
}
