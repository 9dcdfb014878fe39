import { currentScope } from '@tandem/domain/core/scope';
import type { Notebook } from '@tandem/domain/notebooks/notebook';
import type { NotebookFilters, Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { type Bind, contains, equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { visibleNotebooks } from '../access/visible-notebooks.js';
import { notebookTable } from './notebook.table.js';
import { notebookView } from './notebook.view.js';

const filters = { parentId: equals('parent_id'), q: contains('name', 'description') };

export class SqlNotebooks extends SqlStore<Notebook, NotebookFilters> implements Notebooks {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: notebookTable, view: notebookView, filters, searches: ['q'] });
  }

  async default(): Promise<Notebook> {
    const text = `select ${this.map.columns} from notebooks t where t.tenant_id = $1 and t.is_default`;
    const [row] = await this.database.query(text, [currentScope().tenantId]);
    return this.map.revive(row!);
  }

  override async hold(id: string | null): Promise<Notebook | undefined> {
    const [notebook] = await this.select((bind) => (id ? `t.id = ${bind(id)}` : 't.is_default'), 'for key share of t');
    return notebook;
  }

  async arrange(): Promise<void> {
    await this.database.batch([advisoryLock(`notebooks of ${currentScope().tenantId}`)]);
  }

  ancestors(id: string): Promise<string[]> {
    return this.ids(
      `with recursive above as (
        select parent_id as id, 1 as depth from notebooks where tenant_id = $1 and id = $2 and parent_id is not null
        union all
        select n.parent_id, a.depth + 1 from notebooks n join above a on n.id = a.id
        where n.tenant_id = $1 and n.parent_id is not null and a.depth < 20)
      select id from above order by depth`,
      id,
    );
  }

  async heightOf(id: string): Promise<number> {
    const [row] = await this.database.query(
      `with recursive below as (
        select id, 1 as depth from notebooks where tenant_id = $1 and parent_id = $2 and deleted_at is null
        union all
        select n.id, b.depth + 1 from notebooks n join below b on n.parent_id = b.id
        where n.tenant_id = $1 and n.deleted_at is null and b.depth < 20)
      select coalesce(max(depth), 0) as height from below`,
      [currentScope().tenantId, id],
    );
    return row!.height as number;
  }

  children(id: string): Promise<string[]> {
    return this.ids(
      'select id from notebooks where tenant_id = $1 and parent_id = $2 and deleted_at is null order by id',
      id,
    );
  }

  async nextPosition(): Promise<number> {
    const [row] = await this.database.query(
      `select least(coalesce(max(position), 0)::bigint + 1024, 2147483647)::int as next from notebooks
       where tenant_id = $1 and deleted_at is null`,
      [currentScope().tenantId],
    );
    return row!.next as number;
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleNotebooks('t.id', bind);
  }

  private async ids(text: string, id: string): Promise<string[]> {
    return (await this.database.query(text, [currentScope().tenantId, id])).map((row) => row.id as string);
  }
}
