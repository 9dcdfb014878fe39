import { exportedAtOnce, Page, pageMost, type PageRequest, pageSize, type Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { Position } from '../postgres/cursors.js';
import type { Database } from '../postgres/database.js';
import { type Bind, boundStatement, Params } from '../postgres/statements.js';
import type { View } from '../view/view.js';
import { isById, type Order, sorted } from './orders.js';
import { type Fitting, fitting, positionOf, untilFull } from './page-bytes.js';

interface Shown {
  table: string;
  view: Pick<View, 'name' | 'columns' | 'renderRow'>;
  bytes: string;
  forCaller(rows: readonly Rendered[]): Promise<readonly Rendered[]>;
}

export interface Listing {
  filters: object;
  order: Order;
  conditions(bind: Bind): string[];
  rowFilter(bind: Bind): string | undefined;
  /** Maximum number of rows scanned for one page if `rowFilter` leaves some out; null for no limit. */
  horizon: number | null;
}

/** Keyset pagination: a page costs the same at any distance from the beginning. */
export class SqlPages {
  constructor(
    private readonly database: Database,
    private readonly shown: Shown,
  ) {}

  async page<E>({ limit, cursor, isExport }: PageRequest, listing: Listing): Promise<Page<E>> {
    const { tenantId } = currentScope();
    const { cursors } = this.database;
    const size = isExport ? exportedAtOnce : pageSize(limit);
    const given = Object.entries(listing.filters).filter(([, value]) => value !== undefined);
    const list = JSON.stringify([this.shown.view.name, listing.order.key, given.sort()]);
    const after = cursor === undefined ? undefined : cursors.decode(cursor, list, tenantId);
    let found = await this.segment(listing, size, { after });
    const edge = found.isCut ? undefined : await this.edge(listing, after);
    // Reads again up to the edge: rows added between the two statements would be lost before the cursor.
    if (edge) found = await this.segment(listing, size, { after, upTo: edge });
    const last = found.isCut && found.last ? positionOf(found.last) : edge;
    return new Page(await this.shown.forCaller(found.rendered), last ? cursors.encode(last, list, tenantId) : null);
  }

  async list(max: number, { key, sorted }: { key: string; sorted: string }, from: (bind: Bind) => string) {
    const found = await this.found(
      max,
      key,
      sorted,
      (bind) => `select t.* ${from(bind)} ${sorted} limit ${bind(max + 1)}`,
    );
    return { ...found, rendered: await this.shown.forCaller(found.rendered) };
  }

  private segment(listing: Listing, size: number, segment: Segment): Promise<Fitting> {
    const { order, horizon } = listing;
    return this.found(size, `${order.key}::text`, sorted(order), (bind) => {
      const rowFilter = listing.rowFilter(bind);
      const all = candidates(this.shown.table, listing, bind, segment);
      const isBounded = rowFilter && horizon && !segment.upTo;
      const from = isBounded ? `(select * from ${all} ${sorted(order, `${horizon}`)}) t where true` : all;
      // A literal: with the page size as a parameter, PostgreSQL might plan without the index.
      const most = `${(size > pageMost ? exportedAtOnce : pageMost) + 1}`;
      const max = `select t.* from ${from} ${rowFilter ? `and ${rowFilter}` : ''} ${sorted(order, most)}`;
      return `select t.* from (${max}) t ${sorted(order, bind(size + 1))}`;
    });
  }

  private async found(size: number, key: string, sorted: string, from: (bind: Bind) => string): Promise<Fitting> {
    const { view, bytes } = this.shown;
    const statement = boundStatement((bind) => untilFull(view.columns, { key, from: from(bind), sorted }, bytes));
    return fitting((await this.database.batch([statement]))[0]!.rows, size, view);
  }

  /** The last row to scan for a page, if some rows are hidden and the list is that long. */
  private async edge(listing: Listing, after?: Position): Promise<Position | undefined> {
    const { order, horizon } = listing;
    if (!horizon || !listing.rowFilter(new Params().bind)) return undefined;
    const from = (bind: Bind) => `from ${candidates(this.shown.table, listing, bind, { after })} ${sorted(order, '1')}`;
    const edge = boundStatement(
      (bind) => `select ${order.key}::text as "#key", t.id as "#id" ${from(bind)} offset ${horizon - 1}`,
    );
    const [row] = (await this.database.batch([edge]))[0]!.rows;
    return row && positionOf(row);
  }
}

interface Segment {
  after?: Position;
  upTo?: Position;
}

function candidates(table: string, { order, ...listing }: Listing, bind: Bind, { after, upTo }: Segment): string {
  const [beyond, within] = order.direction === 'asc' ? ['>', '<='] : ['<', '>='];
  const comparison = (sign: string, { key, id }: Position) =>
    isById(order)
      ? `t.id ${sign} ${bind(id)}::uuid`
      : `(${order.key}, t.id) ${sign} (${bind(key)}::${order.type}, ${bind(id)}::uuid)`;
  const conditions = listing.conditions(bind);
  if (after) conditions.push(comparison(beyond, after));
  if (upTo) conditions.push(comparison(within, upTo));
  return `${table} t where ${conditions.join(' and ')}`;
}
