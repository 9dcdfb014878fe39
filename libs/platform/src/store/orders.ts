/** A sort key of the row `t`, its type, and the direction; the id decides between equals. */
export interface Order {
  key: string;
  type: string;
  direction: 'asc' | 'desc';
}

/** For lists that people arrange themselves. */
export const byPosition: Order = { key: 't.position', type: 'int', direction: 'asc' };
export const newestFirst: Order = { key: 't.created_at', type: 'timestamptz', direction: 'desc' };
/** The same, for records whose time is that of their id. */
export const latestIdFirst: Order = { key: 't.id', type: 'uuid', direction: 'desc' };

export const isById = ({ key }: Order) => key === latestIdFirst.key;
/** `order by …`, and `limit …` where a count is given. */
export const sorted = (order: Order, count?: string) => {
  const first = isById(order) ? '' : `${order.key} ${order.direction}, `;
  return `order by ${first}t.id ${order.direction}${count ? ` limit ${count}` : ''}`;
};
