/** A sort key of the row `t`, its type and direction; ties are broken by the id. */
export interface Order {
  key: string;
  type: string;
  direction: 'asc' | 'desc';
}

/** An order that clients may choose. */
export interface Sort extends Order {
  /** For keys whose missing values stay last; else the direction is reversed. */
  reversed?: Order;
}

/** By name on the wire; the first is the default. */
export type Sorts = Readonly<Record<string, Sort>>;

const orElse = (column: string, value: string) => `case when ${column} is null then '${value}' else ${column} end`;

export const byPosition: Order = { key: 't.position', type: 'int', direction: 'asc' };
export const newestFirst: Order = { key: 't.created_at', type: 'timestamptz', direction: 'desc' };
/** For records whose creation time is in their id. */
export const latestIdFirst: Order = { key: 't.id', type: 'uuid', direction: 'desc' };

export const latestChangeFirst: Order = { ...newestFirst, key: 't.updated_at' };
/** By the root collation of Unicode: Ä follows A. Texts too long for an index entry need a column with their start. */
export const alphabetically = (column: string): Sort => ({
  key: `t.${column} collate "und-x-icu"`,
  type: 'text',
  direction: 'asc',
});
/** Either way with nulls last. `coalesce` would not be used with an index under row-level security: it may leak. */
export const soonestFirst = (column: string, type: 'date' | 'timestamptz'): Sort => ({
  key: orElse(`t.${column}`, 'infinity'),
  type,
  direction: 'asc',
  reversed: { key: orElse(`t.${column}`, '-infinity'), type, direction: 'desc' },
});

export function orderBy(sorts: Sorts, name: string): Order {
  const { reversed, ...order } = sorts[name.replace('-', '')]!;
  if (!name.startsWith('-')) return order;
  return reversed ?? { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' };
}

export const isById = ({ key }: Order) => key === latestIdFirst.key;
export const sorted = (order: Order, count?: string) => {
  const first = isById(order) ? '' : `${order.key} ${order.direction}, `;
  return `order by ${first}t.id ${order.direction}${count ? ` limit ${count}` : ''}`;
};
