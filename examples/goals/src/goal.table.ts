import { instant, nullable, table, text } from '@tandem/platform/store/table';
import { Goal } from './goal.js';

export const goalTable = table(Goal, 'goals', {
  title: text,
  reachedAt: nullable(instant),
  celebratedAt: nullable(instant),
});
