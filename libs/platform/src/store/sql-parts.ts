import type { Entity } from '@tandem/domain/core/entity';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import type { Parts } from '@tandem/domain/core/store';
import type { Database } from '../postgres/database.js';
import { equals, type Filters } from '../postgres/filters.js';
import { newestFirst, type Order } from './orders.js';
import type { Shape } from './sql-reader.js';
import { SqlStore } from './sql-store.js';

type PartShape<E extends Entity, F extends object> = Shape<E, F> & {
  parent: string;
  order?: Order;
};

export abstract class SqlParts<E extends Entity, F extends object = object>
  extends SqlStore<E, F>
  implements Parts<E, F>
{
  private readonly parent: string;
  private readonly order: Order;

  constructor(database: Database, { parent, order = newestFirst, ...shape }: PartShape<E, F>) {
    // The column name in snake case cannot clash with a request filter.
    const filters = { ...(shape.filters as Filters), [parent]: equals(parent) };
    super(database, { ...shape, filters } as unknown as Shape<E, F>);
    this.parent = parent;
    this.order = order;
  }

  pageOf(parentId: string, request: PageRequest & F): Promise<Page<E>> {
    return this.pageBy({ ...request, [this.parent]: parentId }, this.order);
  }

  readOf(parentId: string, id: string): Promise<Rendered<E>> {
    return this.readWhere((bind) => `t.${this.parent} = ${bind(parentId)} and t.id = ${bind(id)}`);
  }
}
