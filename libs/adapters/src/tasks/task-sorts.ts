import {
  alphabetically,
  byPosition,
  createdAtSort,
  type Sorts,
  soonestFirst,
  updatedAtSort,
} from '@tandem/platform/store/orders';

export const taskSorts: Sorts = {
  created_at: createdAtSort,
  updated_at: updatedAtSort,
  due: soonestFirst('due', 'timestamptz'),
  priority: {
    key: "(case t.priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end)",
    type: 'int',
    direction: 'desc',
    means: 'most urgent first',
  },
  position: { ...byPosition, means: 'lowest first' },
  title: alphabetically('sort_title'),
};
