import { type Project, projectStatuses } from '@tandem/domain/projects/project';
import type { Section } from '@tandem/domain/projects/section';
import { type Status, statusCategories } from '@tandem/domain/projects/status';
import { bool, date, instant, int32, json, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { projectsGlossary } from './projects.glossary.js';

export const projectView = view<Project>(projectsGlossary)('Project', {
  id: uuid,
  tenant_id: uuid,
  identifier: text,
  name: text,
  description: nullable(text),
  status: oneOf(projectStatuses),
  is_archived: bool,
  is_private: bool,
  metadata: json,
  next_task_number: int32,
  default_status_id: nullable(uuid),
  start_date: nullable(date),
  target_date: nullable(date),
  created_at: instant,
  updated_at: instant,
  deleted_at: nullable(instant),
});

export const statusView = view<Status>(projectsGlossary)('Status', {
  id: uuid,
  tenant_id: uuid,
  project_id: nullable(uuid),
  name: text,
  category: oneOf(statusCategories),
  position: int32,
  is_default: bool,
  created_at: instant,
  updated_at: instant,
});

export const sectionView = view<Section>(projectsGlossary)('Section', {
  id: uuid,
  tenant_id: uuid,
  project_id: uuid,
  name: text,
  position: int32,
  created_at: instant,
  updated_at: instant,
});
