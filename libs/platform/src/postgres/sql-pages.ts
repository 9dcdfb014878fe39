import { Page, type PageRequest, Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { Row } from './batch.js';
import type { Position } from './cursors.js';
import type { Database } from './database.js';
import { type Bind, Params } from './params.js';
import type { Texts } from './texts.js';

/** A sort key of the row `t`, its type, and the direction; the id decides between equals. */
export interface Order {
  key: string;
  type: string;
  direction: 'asc' | 'desc';
}

/** For lists that people arrange themselves. */
export const byPosition: Order = { key: 't.position', type: 'int', direction: 'asc' };
export const newestFirst: Order = { key: 't.created_at', type: 'timestamptz', direction: 'desc' };

/** What pages are made of: rows `t` of a table. */
export interface Listing {
  table: string;
  /** What a row is shown as, in SQL. */
  json: string;
  /** With the filters and the order it tells this list from others: cursors hold for one list only. */
  name: string;
  filters: object;
  order: Order;
  conditions(bind: Bind): string[];
  /** What the caller's access policies leave of the rows. */
  visible(bind: Bind): string | undefined;
  /** Rows that are looked through for one page where policies hide some; the rest is for the next page. Null is no limit. */
  horizon: number | null;
}

const pageDefault = 50;
const pageMost = 100;

/** Pages by key, not by offset: each costs the same however far it is from the beginning. */
export class SqlPages {
  constructor(
    private readonly database: Database,
    private readonly texts: Texts,
  ) {}

  async page({ limit, cursor }: PageRequest, listing: Listing): Promise<Page> {
    const { tenantId } = currentScope();
    const { cursors } = this.database;
    const size = Math.min(limit ?? pageDefault, pageMost);
    const given = Object.entries(listing.filters).filter(([, value]) => value !== undefined);
    const list = JSON.stringify([listing.name, listing.order.key, given.sort()]);
    const after = cursor === undefined ? undefined : cursors.decode(cursor, list, tenantId);
    let rows = await this.rows(listing, size + 1, { after });
    const edge = rows.length > size ? undefined : await this.edge(listing, after);
    // Up to the edge as it stands now: what came in between the two looks would be behind the cursor.
    if (edge) rows = await this.rows(listing, size + 1, { after, upTo: positionOf(edge) });
    const last = rows.length > size ? rows[size - 1] : edge;
    return new Page(
      rows.slice(0, size).map((row) => new Rendered(row.json as string)),
      last ? cursors.encode(positionOf(last), list, tenantId) : null,
    );
  }

  private rows(listing: Listing, count: number, stretch: Stretch): Promise<Row[]> {
    const { bind, values } = new Params();
    const { json, order, horizon } = listing;
    const visible = listing.visible(bind);
    const all = candidates(listing, bind, stretch);
    const isBounded = visible && horizon && !stretch.upTo;
    const from = isBounded ? `(select * from ${all} ${sorted(order, `${horizon}`)}) t where true` : all;
    const tail = `from ${from} ${visible ? `and ${visible}` : ''} ${sorted(order, bind(count))}`;
    return this.database.query(this.texts.of(`select ${json} as json, ${order.key}::text as key, t.id`, tail), values);
  }

  /** The last row that is looked at for a page, where policies hide some and there are as many. */
  private async edge(listing: Listing, after?: Position): Promise<Row | undefined> {
    const { order, horizon } = listing;
    if (!horizon || !listing.visible(new Params().bind)) return undefined;
    const { bind, values } = new Params();
    const from = `from ${candidates(listing, bind, { after })} ${sorted(order, '1')} offset ${horizon - 1}`;
    return (await this.database.query(`select ${order.key}::text as key, t.id ${from}`, values))[0];
  }
}

/** Where a page begins and where looking for it ends at the latest. */
interface Stretch {
  after?: Position;
  upTo?: Position;
}

/** The rows `t` that a page is picked from, for whoever may see them all. */
function candidates({ table, order, ...listing }: Listing, bind: Bind, { after, upTo }: Stretch): string {
  const [beyond, within] = order.direction === 'asc' ? ['>', '<='] : ['<', '>='];
  const compared = (sign: string, { key, id }: Position) =>
    `(${order.key}, t.id) ${sign} (${bind(key)}::${order.type}, ${bind(id)}::uuid)`;
  const conditions = listing.conditions(bind);
  if (after) conditions.push(compared(beyond, after));
  if (upTo) conditions.push(compared(within, upTo));
  return `${table} t where ${conditions.join(' and ')}`;
}

const positionOf = ({ key, id }: Row): Position => ({ key: String(key), id: id as string });
const sorted = ({ key, direction }: Order, count: string) =>
  `order by ${key} ${direction}, t.id ${direction} limit ${count}`;
