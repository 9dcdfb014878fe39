import { byPosition, createdAtSort, type Sorts, soonestFirst, updatedAtSort } from '@tandem/platform/store/orders';

export const dealSorts: Sorts = {
  created_at: createdAtSort,
  updated_at: updatedAtSort,
  expected_close_date: soonestFirst('expected_close_date', 'date'),
  amount: {
    key: 't.amount_order',
    type: 'text',
    direction: 'asc',
    means: 'by currency, largest first, those without one last',
    reversed: {
      key: '(case when t.amount_cents is null then t.currency else t.amount_order end) collate "C"',
      type: 'text',
      direction: 'desc',
    },
  },
  position: { ...byPosition, means: 'lowest first' },
};
