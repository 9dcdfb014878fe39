import type { Nesting } from '@tandem/domain/core/placement';
import { positionAfter } from '@tandem/domain/core/placement';
import { asConsequence, currentScope } from '@tandem/domain/core/scope';
import type { Notebook } from '@tandem/domain/notebooks/notebook';
import type { NotebookFilters, Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { keeping } from '@tandem/platform/postgres/keeping';
import { type Bind, contains, equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { nestingIn } from '@tandem/platform/postgres/sql-tree';
import { visibleNotebooks } from '../access/visible-notebooks.js';
import { notebookTable } from './notebook.table.js';
import { notebookView } from './notebook.view.js';

const filters = { parentId: equals('parent_id'), q: contains('name', 'description') };

export class SqlNotebooks
  extends keeping(SqlStore<Notebook, NotebookFilters>, {
    table: notebookTable,
    view: notebookView,
    filters,
    searches: ['q'],
  })
  implements Notebooks
{
  async default(): Promise<Notebook> {
    const [notebook] = await asConsequence(() => this.select(() => 't.is_default'));
    return notebook!;
  }

  override async hold(id: string | null): Promise<Notebook | undefined> {
    const [notebook] = await this.select((bind) => (id ? `t.id = ${bind(id)}` : 't.is_default'), 'for key share of t');
    return notebook;
  }

  async arrange(): Promise<void> {
    await this.database.batch([advisoryLock(`notebooks of ${currentScope().tenantId}`)]);
  }

  nesting(parentId: string, id?: string): Promise<Nesting> {
    return nestingIn('notebooks', this.database, parentId, id);
  }

  async nextPosition(): Promise<number> {
    const text = 'select max(position) as last from notebooks where tenant_id = $1 and deleted_at is null';
    const [row] = await this.database.query(text, [currentScope().tenantId]);
    return positionAfter(row!.last as number | null);
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleNotebooks('t.id', bind);
  }
}
