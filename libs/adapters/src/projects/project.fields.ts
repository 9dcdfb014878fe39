import { Project, projectStatuses } from '@tandem/domain/projects/project';
import { Section } from '@tandem/domain/projects/section';
import { Status, statusCategories } from '@tandem/domain/projects/status';
import { fields } from '@tandem/platform/store/table';
import { createdAt, deletedAt, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, date, int32, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';

export const projectFields = fields(Project, 'projects', {
  id,
  tenantId,
  identifier: shown(
    text,
    "One to ten capital letters and digits: the prefix of its tasks' identifiers (LAUN-12). " +
      'Derived from the name if omitted; former identifiers still resolve.',
    'LAUN',
  ),
  name: shown(text, 'Name of the project.', 'Launch'),
  description: shown(nullable(text), 'Description in Markdown; null for none.', 'For the launch in December.'),
  status: shown(oneOf(projectStatuses), 'Status of the project, for information only. Default: active.', 'active'),
  isArchived: shown(bool, 'True makes the project and its tasks read-only: writes return 409 project_archived.', false),
  isPrivate: shown(bool, 'True makes it visible only to owners, admins and members whose policy names it.', false),
  metadata,
  nextTaskNumber: shown(int32, 'Number of the next task. Read-only.', 13),
  defaultStatusId: shown(nullable(uuid), "Initial status of new tasks; null for the tenant's own default."),
  startDate: shown(nullable(date), 'Start date; null for none.', '2026-11-02'),
  targetDate: shown(nullable(date), 'Target date, not before start_date; null for none.', '2026-12-24'),
  createdAt,
  updatedAt,
  deletedAt,
});
export const projectView = projectFields.view;

export const statusFields = fields(Status, 'statuses', {
  id,
  tenantId,
  projectId: shown(
    nullable(uuid),
    "The project that the status belongs to; null for the tenant's own, for tasks without a project.",
  ),
  name: shown(text, 'Name of the status.', 'In Progress'),
  category: shown(
    oneOf(statusCategories),
    'Meaning of the status: setting it on a task completes, cancels or reopens the task accordingly.',
    'started',
  ),
  position: shown(int32, 'Sort order in the list, for clients: lower first.', 1024),
  isDefault: shown(bool, 'True for the one status in which new tasks start.', false),
  createdAt,
  updatedAt,
});
export const statusView = statusFields.view;

export const sectionFields = fields(Section, 'sections', {
  id,
  tenantId,
  projectId: shown(uuid, 'The project that the section belongs to.'),
  name: shown(text, 'Name of the section.', 'Marketing'),
  position: shown(int32, 'Sort order in the list, for clients: lower first.', 1024),
  createdAt,
  updatedAt,
});
export const sectionView = sectionFields.view;
