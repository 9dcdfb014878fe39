/** A sort key of the row `t`, its type and direction; ties are broken by the id. */
export interface Order {
  key: string;
  type: string;
  direction: 'asc' | 'desc';
}

export const byPosition: Order = { key: 't.position', type: 'int', direction: 'asc' };
export const newestFirst: Order = { key: 't.created_at', type: 'timestamptz', direction: 'desc' };
/** For records whose creation time is in their id. */
export const latestIdFirst: Order = { key: 't.id', type: 'uuid', direction: 'desc' };

export const isById = ({ key }: Order) => key === latestIdFirst.key;
export const sorted = (order: Order, count?: string) => {
  const first = isById(order) ? '' : `${order.key} ${order.direction}, `;
  return `order by ${first}t.id ${order.direction}${count ? ` limit ${count}` : ''}`;
};
