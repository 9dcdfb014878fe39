import { alphabetically, newestFirst, type Sorts, latestChangeFirst } from '@tandem/platform/store/orders';

export const contactSorts: Sorts = {
  created_at: newestFirst,
  updated_at: latestChangeFirst,
  display_name: alphabetically('sort_name'),
};
