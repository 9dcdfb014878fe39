import type { Entity } from '@tandem/domain/core/entity';
import { Page, pageMost, type PageRequest, pageSize, type Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { View } from '../view/view.js';
import type { Row } from '../postgres/batch.js';
import type { Position } from '../postgres/cursors.js';
import type { Database } from '../postgres/database.js';
import { areRendered, fieldsIfLight, type Fitting, fitting, ifLight, type Picked, untilFull } from './full-pages.js';
import { type Bind, Params } from '../postgres/params.js';
import { RowJson } from '../rows/row-json.js';
import { boundStatement } from '../postgres/tenant-statements.js';
import { isById, type Order, sorted } from './orders.js';
import type { TableSchema } from './table.js';
import type { Texts } from './texts.js';

/** What pages are made of: rows `t` of a table. */
interface Shown {
  table: Pick<TableSchema<Entity>, 'options'>;
  view: Pick<View, 'name' | 'columns' | 'fields' | 'jsonColumns'>;
}

/** One list of such rows: its filters, conditions and order. */
export interface Listing {
  /** Approximate row size in bytes, in SQL; null if not cheap to tell. */
  weight: string | null;
  /** A cursor holds for one list only: that of this view, these filters and this order. */
  filters: object;
  order: Order;
  conditions(bind: Bind): string[];
  /** Visibility and search conditions: those that may leave out many rows. */
  rowFilter(bind: Bind): string | undefined;
  /** Most rows scanned for one page where `rowFilter` leaves some out; the rest is for the next page. Null is no limit. */
  horizon: number | null;
}

/** A list that is no page of others. */
type Listed = Pick<Listing, 'weight'> & Pick<Picked, 'key' | 'sorted'>;

type ForCaller = (rows: readonly Rendered[]) => Promise<readonly Rendered[]>;

/** Pages by key, not by offset: each costs the same however far it is from the beginning. */
export class SqlPages {
  private readonly json = new RowJson(this.shown.view);
  private readonly fieldsIfLight = fieldsIfLight(this.shown);
  private readonly table = this.shown.table.options.tableName!;

  constructor(
    private readonly database: Database,
    private readonly texts: Texts,
    private readonly shown: Shown,
    /** What the caller may see of each row. */
    private readonly forCaller: ForCaller = async (rows) => rows,
  ) {}

  async page<E>({ limit, cursor }: PageRequest, listing: Listing): Promise<Page<E>> {
    const { tenantId } = currentScope();
    const { cursors } = this.database;
    const size = pageSize(limit);
    const given = Object.entries(listing.filters).filter(([, value]) => value !== undefined);
    const list = JSON.stringify([this.shown.view.name, listing.order.key, given.sort()]);
    const after = cursor === undefined ? undefined : cursors.decode(cursor, list, tenantId);
    let found = fitting(await this.rows(this.picked(listing, size + 1, { after })), size);
    const edge = found.isCut ? undefined : await this.edge(listing, after);
    // Read again up to the edge: rows that were added between the two statements would be lost behind the cursor.
    const upTo = edge && positionOf(edge);
    if (upTo) found = fitting(await this.rows(this.picked(listing, size + 1, { after, upTo })), size);
    const last = found.isCut ? found.last : edge;
    return new Page(
      await this.forCaller(found.rendered),
      last ? cursors.encode(positionOf(last), list, tenantId) : null,
    );
  }

  /** As many of the first rows `from … where …` as fit. */
  async list(most: number, { weight, key, sorted }: Listed, from: (bind: Bind) => string): Promise<Fitting> {
    const { bind, values } = new Params();
    const count = bind(most + 1);
    const first = `from (select t.* ${from(bind)} ${sorted} limit ${count}) t`;
    // Their sum, not the most that each may weigh: of a thousand, that would be too little.
    const together = weight && `sum(${weight}) over ()`;
    const found = fitting(await this.rows({ from: first, sorted, count, values, key, weight: together }), most);
    return { ...found, rendered: await this.forCaller(found.rendered) };
  }

  /** All that are picked, if they are light; else as many as fit on a page, and a tenant reads them for one page at a time. */
  private async rows(picked: Picked): Promise<Row[]> {
    const { values } = picked;
    if (picked.weight) {
      const light = ifLight(this.fieldsIfLight, picked);
      const text = this.texts.of(light.head, light.tail);
      const [page] = await this.database.batch([{ text, values, rows: this.json }]);
      if (areRendered(page!.rows)) return page!.rows;
    }
    const { head, tail } = untilFull(this.table, this.shown.view.jsonColumns, picked);
    return this.database.turns.readingMuch(() => this.database.query(this.texts.of(head, tail), values));
  }

  /** The rows of a page, `size` at most. */
  private picked(listing: Listing, size: number, stretch: Stretch): Picked {
    const { bind, values } = new Params();
    const { order, horizon, weight } = listing;
    const rowFilter = listing.rowFilter(bind);
    const all = candidates(this.table, listing, bind, stretch);
    const isBounded = rowFilter && horizon && !stretch.upTo;
    const from = isBounded ? `(select * from ${all} ${sorted(order, `${horizon}`)}) t where true` : all;
    // A constant: with the page's own size as a parameter PostgreSQL might plan without the index.
    const most = `select t.* from ${from} ${rowFilter ? `and ${rowFilter}` : ''} ${sorted(order, `${pageMost + 1}`)}`;
    const count = bind(size);
    return {
      from: `from (${most}) t`,
      sorted: sorted(order),
      count,
      values,
      key: `${order.key}::text`,
      weight: weight && `(${weight}) * ${count}`,
    };
  }

  /** The last row to scan for a page, if some rows are hidden and there are that many. */
  private async edge(listing: Listing, after?: Position): Promise<Row | undefined> {
    const { order, horizon } = listing;
    if (!horizon || !listing.rowFilter(new Params().bind)) return undefined;
    const from = (bind: Bind) => `from ${candidates(this.table, listing, bind, { after })} ${sorted(order, '1')}`;
    const edge = boundStatement((bind) => `select ${order.key}::text as key, t.id ${from(bind)} offset ${horizon - 1}`);
    return (await this.database.batch([edge]))[0]!.rows[0];
  }
}

/** Where a page begins and where looking for it ends at the latest. */
interface Stretch {
  after?: Position;
  upTo?: Position;
}

/** The rows `t` that a page is picked from, before what the caller may not see is left out. */
function candidates(table: string, { order, ...listing }: Listing, bind: Bind, { after, upTo }: Stretch): string {
  const [beyond, within] = order.direction === 'asc' ? ['>', '<='] : ['<', '>='];
  const compared = (sign: string, { key, id }: Position) =>
    isById(order)
      ? `t.id ${sign} ${bind(id)}::uuid`
      : `(${order.key}, t.id) ${sign} (${bind(key)}::${order.type}, ${bind(id)}::uuid)`;
  const conditions = listing.conditions(bind);
  if (after) conditions.push(compared(beyond, after));
  if (upTo) conditions.push(compared(within, upTo));
  return `${table} t where ${conditions.join(' and ')}`;
}

const positionOf = ({ key, id }: Row): Position => ({ key: String(key), id: id as string });
