import {
  alphabetically,
  byPosition,
  newestFirst,
  type Sorts,
  soonestFirst,
  latestChangeFirst,
} from '@tandem/platform/store/orders';

export const taskSorts: Sorts = {
  created_at: newestFirst,
  updated_at: latestChangeFirst,
  due: soonestFirst('due', 'timestamptz'),
  priority: {
    key: "(case t.priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end)",
    type: 'int',
    direction: 'desc',
  },
  position: byPosition,
  title: alphabetically('sort_title'),
};
