import type { Entity } from '@tandem/domain/core/entity';
import { orNotFound } from '@tandem/domain/core/errors';
import { type Page, type PageRequest, Rendered } from '@tandem/domain/core/page';
import type { Row } from '../postgres/batch.js';
import type { Database } from '../postgres/database.js';
import { bytesOf } from './page-bytes.js';
import { type FiltersOf, SqlFilters } from '../postgres/filters.js';
import { type Bind, boundStatement, ofTenant } from '../postgres/statements.js';
import type { View } from '../view/view.js';
import { RowMap } from './row-map.js';
import type { TableSchema } from './table.js';
import { latestIdFirst, newestFirst, type Order, orderBy, type Sorts } from './orders.js';
import { SqlPages } from './sql-pages.js';

export type Shape<E extends Entity, F extends object = object> = {
  table: TableSchema<E>;
  view: View<E>;
  /** Filters without an index: each page scans a limited number of rows, newest first. */
  searches?: readonly (keyof F)[];
  /** Orders that a request may choose, each with an index. */
  sorts?: Sorts;
} & ([keyof F] extends [never] ? { filters?: undefined } : { filters: FiltersOf<F> });

const maxSearched = 50_000;
const undeleted = 't.deleted_at is null';

/** Every query starts from `rows()`: the tenant's rows, without deleted ones and those hidden by access policies. */
export abstract class SqlReader<E extends Entity, F extends object = object> {
  protected readonly map = new RowMap(this.shape.table, this.shape.view);
  protected readonly name = this.shape.table.options.tableName!;
  /** Maximum number of rows scanned for one page; set for long tables of which some callers see little. */
  protected readonly horizon: number | null = null;
  protected readonly listOrder: Order = newestFirst;
  protected readonly pages = new SqlPages(this.database, {
    table: this.name,
    view: this.shape.view,
    bytes: bytesOf(this.shape.table),
    forCaller: (rows) => this.forCaller(rows),
  });
  protected readonly filters = new SqlFilters(this.name, this.shape.filters, this.shape.searches);

  constructor(
    protected readonly database: Database,
    protected readonly shape: Shape<E, F>,
  ) {}

  async one(id: string): Promise<E> {
    return orNotFound(await this.find(id));
  }

  async find(id: string): Promise<E | undefined> {
    return this.first((bind) => `t.id = ${bind(id)}`);
  }

  async lockShared(id: string): Promise<E | undefined> {
    return this.first((bind) => `t.id = ${bind(id)}`, 'for key share of t');
  }

  async present(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.query((bind) => `select t.id ${this.rows(bind)} and t.id = any(${bind(ids)}::uuid[])`);
    return new Set(found.map(({ id }) => id as string));
  }

  read(id: string): Promise<Rendered<E>> {
    return this.readWhere((bind) => `t.id = ${bind(id)}`);
  }

  page(request: PageRequest & F): Promise<Page<E>> {
    const { sort } = request;
    return this.pageBy(request, sort ? orderBy(this.shape.sorts!, sort) : this.listOrder);
  }

  async countEach<Name extends string>(filters: Record<Name, F>, max: number): Promise<Record<Name, number>> {
    const counted = (bind: Bind) =>
      Object.entries<F>(filters).map(([name, one]) => {
        const rows = [this.rows(bind), ...this.filters.all(one).map((condition) => condition(bind))].join(' and ');
        return `(select count(*)::int from (select ${rows} limit ${max}) q) as "${name}"`;
      });
    // Without sequential scans: PostgreSQL expects one to reach the maximum soon, although matches may be rare.
    const [found] = await this.database.plannedBatch(boundStatement((bind) => `select ${counted(bind).join(', ')}`));
    return found!.rows[0] as Record<Name, number>;
  }

  protected pageBy(
    { limit, cursor, sort, isExport, all, ...filters }: PageRequest & F,
    order: Order,
  ): Promise<Page<E>> {
    const { searches, others } = this.filters.of(filters);
    const rowFilter = (bind: Bind) =>
      [this.visible(bind), ...searches.map((search) => search(bind))].filter(Boolean).join(' and ') || undefined;
    const isSearch = searches.length > 0;
    // Indexes of lists may leave out deleted rows, but the primary key has all.
    const alive = all && this.alive === undeleted ? 'true' : this.alive;
    const listing = {
      filters: { ...filters, sort, all },
      order: all ? latestIdFirst : order,
      rowFilter,
      horizon: this.horizon ?? (isSearch ? maxSearched : null),
      conditions: (bind: Bind) => [...this.living(alive), ...others.map((filter) => filter(bind))],
    };
    const page = () => this.pages.page<E>({ limit, cursor, isExport }, listing);
    return isSearch ? this.database.searching(page) : page();
  }

  /** SQL columns of the records with these ids that the caller sees; `condition` is on the row `t`. */
  columnsOf(ids: readonly string[], columns: string, condition?: (bind: Bind) => string): Promise<Row[]> {
    return this.query((bind) => {
      const named = `${this.rows(bind)} and t.id = any(${bind(ids)}::uuid[])`;
      return `select ${columns} ${condition ? `${named} and ${condition(bind)}` : named}`;
    });
  }

  /** Like `columnsOf`, of the next records by id. */
  columnsAfter(id: string, columns: string, max: number): Promise<Row[]> {
    return this.query(
      (bind) => `select ${columns} ${this.rows(bind)} and t.id > ${bind(id)} order by t.id limit ${max}`,
    );
  }

  /** Withholds content from the caller that only some readers of the records may see. */
  readable(rows: readonly Rendered[]): Promise<readonly Rendered[]> {
    return this.forCaller(rows);
  }

  /** `from … where …`: the rows of the tenant that the caller may see. */
  protected rows(bind: Bind, alive = this.alive): string {
    return `from ${this.name} t where ${[...this.living(alive), this.visible(bind)].filter(Boolean).join(' and ')}`;
  }

  protected living(alive = this.alive): string[] {
    return [ofTenant(), ...(alive ? [alive] : [])];
  }

  protected get alive(): string | undefined {
    return this.map.has('deletedAt') ? undeleted : undefined;
  }

  protected visible(_bind: Bind): string | undefined {
    return undefined;
  }

  protected async forCaller(rows: readonly Rendered[]): Promise<readonly Rendered[]> {
    return rows;
  }

  /** `tail` is an order or a lock; `alive` may include deleted rows. */
  protected async select(condition: (bind: Bind) => string, tail = '', alive = this.alive): Promise<E[]> {
    const picked = (bind: Bind) => `${this.rows(bind, alive)} and ${condition(bind)} ${tail}`;
    const rows = await this.query((bind) => `select ${this.map.columns} ${picked(bind)}`);
    return rows.map((row) => this.map.revive(row));
  }

  protected async first(condition: (bind: Bind) => string, tail?: string): Promise<E | undefined> {
    return (await this.select(condition, tail))[0];
  }

  protected async valueOf<T>(
    expression: string,
    condition: (bind: Bind) => string = () => 'true',
    { tail = '', alive = this.alive } = {},
  ): Promise<T | undefined> {
    const picked = (bind: Bind) => `${this.rows(bind, alive)} and ${condition(bind)} ${tail} limit 1`;
    const [row] = await this.query((bind) => `select ${expression} as value ${picked(bind)}`);
    return row?.value as T | undefined;
  }

  protected query(textOf: (bind: Bind) => string): Promise<Row[]> {
    const { text, values } = boundStatement(textOf);
    return this.database.query(text, values);
  }

  protected async exists(textOf: (bind: Bind) => string): Promise<boolean> {
    return (await this.query(textOf)).length > 0;
  }

  protected async rendered<S = E>(from: (bind: Bind) => string, view: View<S> | View<E> = this.shape.view) {
    const rows = await this.query((bind) => `select ${view.columns} ${from(bind)}`);
    return rows.map((row) => new Rendered<S>(view.renderRow(row)));
  }

  protected async readWhere(condition: (bind: Bind) => string): Promise<Rendered<E>> {
    return orNotFound(await this.findWhere(condition));
  }

  protected async findWhere(condition: (bind: Bind) => string): Promise<Rendered<E> | undefined> {
    const found = await this.rendered((bind) => `${this.rows(bind)} and ${condition(bind)} limit 1`);
    return found.length ? ((await this.forCaller(found))[0] as Rendered<E>) : undefined;
  }
}
