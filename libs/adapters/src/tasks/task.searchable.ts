import type { Searchable } from '@tandem/platform/feature/feature';
import { labelView } from './labels/label.fields.js';
import { taskView } from './task.fields.js';

const identifiers = `array[t.identifier]
  || array(select a.identifier from task_aliases a where a.tenant_id = t.tenant_id and a.task_id = t.id)
  || array(select i.identifier || substring(t.identifier from '-[0-9]+$') from project_identifiers i
    where i.tenant_id = t.tenant_id and i.project_id = t.project_id)`;
const labels = `array(select l.name from labels l where l.tenant_id = t.tenant_id and l.id = any(t.label_ids))`;
const comments = `(select string_agg(c.body, E'\\n\\n' order by c.id) from task_comments c
  where c.tenant_id = t.tenant_id and c.task_id = t.id and c.deleted_at is null)`;

export const taskSearchable: Searchable = {
  type: 'task',
  domain: 'tasks',
  path: '/tasks/{id}',
  view: taskView,
  title: 't.title',
  identifiers,
  tags: labels,
  description: 't.description',
  body: comments,
  isClosed: '(t.completed_at is not null or t.canceled_at is not null)',
  project: 't.project_id',
  parts: { 'task.comment': 'task_id' },
  names: { label: 'name' },
};

export const labelSearchable: Searchable = {
  type: 'label',
  domain: 'tasks',
  path: '/labels/{id}',
  view: labelView,
  title: 't.name',
  description: 't.description',
};
