import { alphabetically, newestFirst, type Sorts, soonestFirst } from '@tandem/platform/store/orders';

export const projectSorts: Sorts = {
  created_at: newestFirst,
  name: alphabetically('name'),
  target_date: soonestFirst('target_date', 'date'),
};
