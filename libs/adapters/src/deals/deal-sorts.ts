import { byPosition, newestFirst, type Sorts, soonestFirst, latestChangeFirst } from '@tandem/platform/store/orders';

export const dealSorts: Sorts = {
  created_at: newestFirst,
  updated_at: latestChangeFirst,
  expected_close_date: soonestFirst('expected_close_date', 'date'),
  amount: {
    key: 't.amount_order',
    type: 'text',
    direction: 'asc',
    reversed: {
      key: '(case when t.amount_cents is null then t.currency else t.amount_order end) collate "C"',
      type: 'text',
      direction: 'desc',
    },
  },
  position: byPosition,
};
