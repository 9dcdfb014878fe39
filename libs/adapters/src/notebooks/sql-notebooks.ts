import { positionAfter } from '@tandem/domain/core/position';
import { asConsequence } from '@tandem/domain/core/scope';
import type { Notebook } from '@tandem/domain/notebooks/notebook';
import type { NotebookFilters, Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { storeOf } from '@tandem/platform/store/store-of';
import { contains, equals } from '@tandem/platform/postgres/filters';
import type { Bind } from '@tandem/platform/postgres/statements';
import { SqlTree } from '@tandem/platform/store/sql-tree';
import { visibleNotebooks } from '../access/visible-notebooks.js';
import { notebookFields } from './notebook.fields.js';

const filters = { parentId: equals('parent_id'), q: contains('name', 'description') };

export class SqlNotebooks
  extends storeOf(SqlTree<Notebook, NotebookFilters>, { ...notebookFields, filters, searches: ['q'] })
  implements Notebooks
{
  async default(): Promise<Notebook> {
    return (await asConsequence(() => this.first(() => 't.is_default')))!;
  }

  override lockShared(id: string | null): Promise<Notebook | undefined> {
    return this.first((bind) => (id ? `t.id = ${bind(id)}` : 't.is_default'), 'for key share of t');
  }

  async nextPosition(): Promise<number> {
    return positionAfter(await asConsequence(() => this.valueOf<number | null>('max(t.position)')));
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleNotebooks('t.id', bind);
  }
}
