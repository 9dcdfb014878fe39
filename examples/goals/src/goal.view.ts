import { instant, nullable, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import type { Goal } from './goal.js';

export const goalView = view<Goal>()('Goal', {
  id: uuid,
  tenant_id: uuid,
  title: text,
  reached_at: nullable(instant),
  celebrated_at: nullable(instant),
  created_at: instant,
  updated_at: instant,
});
