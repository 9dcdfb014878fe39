import { alphabetically, createdAtSort, type Sorts, updatedAtSort } from '@tandem/platform/store/orders';

export const noteSorts: Sorts = {
  created_at: createdAtSort,
  updated_at: updatedAtSort,
  title: alphabetically('sort_title'),
};
