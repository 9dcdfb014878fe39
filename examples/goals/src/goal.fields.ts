import { fields } from '@tandem/platform/store/table';
import { createdAt, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { instant, nullable, text } from '@tandem/platform/view/kinds';
import { Goal } from './goal.js';

export const goalFields = fields(Goal, 'goals', {
  id,
  tenantId,
  title: shown(text, 'What to achieve.', 'A hundred customers'),
  reachedAt: shown(nullable(instant), 'When it was reached; null until then.'),
  celebratedAt: shown(nullable(instant), 'When it was celebrated; null until then.'),
  createdAt,
  updatedAt,
});
export const goalView = goalFields.view;
