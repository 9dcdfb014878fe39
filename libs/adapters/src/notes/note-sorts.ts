import { alphabetically, newestFirst, type Sorts, latestChangeFirst } from '@tandem/platform/store/orders';

export const noteSorts: Sorts = {
  created_at: newestFirst,
  updated_at: latestChangeFirst,
  title: alphabetically('sort_title'),
};
