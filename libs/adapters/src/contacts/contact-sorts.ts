import { alphabetically, createdAtSort, type Sorts, updatedAtSort } from '@tandem/platform/store/orders';

export const contactSorts: Sorts = {
  created_at: createdAtSort,
  updated_at: updatedAtSort,
  display_name: alphabetically('sort_name'),
};
