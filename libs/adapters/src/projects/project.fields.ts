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
    "One to ten capitals and digits, the first half of the tasks' identifiers (LAUN-12). " +
      'Derived from the name where absent; former ones go on resolving.',
    'LAUN',
  ),
  name: shown(text, 'What people call the project.', 'Launch'),
  description: shown(nullable(text), 'What it is about, as Markdown; null for none.', 'For the launch in December.'),
  status: shown(
    oneOf(projectStatuses),
    'Where the project stands; it changes nothing but what people see. Default: active.',
    'active',
  ),
  isArchived: shown(bool, 'True makes the project and its tasks read-only: writes answer 409 project_archived.', false),
  isPrivate: shown(bool, 'True shows it only to owners, admins and members whose policy names it.', false),
  metadata,
  nextTaskNumber: shown(int32, 'The number that the next task gets. Read-only.', 13),
  defaultStatusId: shown(nullable(uuid), "The status in which new tasks start; null for the tenant's own default."),
  startDate: shown(nullable(date), 'The day it begins; null for none.', '2026-11-02'),
  targetDate: shown(nullable(date), 'The day it should be done, not before start_date; null for none.', '2026-12-24'),
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
    "The project it belongs to; null for the tenant's own, which tasks without a project have.",
  ),
  name: shown(text, 'What people call the status.', 'In Progress'),
  category: shown(
    oneOf(statusCategories),
    'What the status means: setting it on a task completes, cancels or reopens the task by this.',
    'started',
  ),
  position: shown(int32, 'Order in the list, for clients: lower first.', 1024),
  isDefault: shown(bool, 'True for the one status in which new tasks start.', false),
  createdAt,
  updatedAt,
});
export const statusView = statusFields.view;

export const sectionFields = fields(Section, 'sections', {
  id,
  tenantId,
  projectId: shown(uuid, "The project it belongs to; null for the tenant's own, which tasks without a project have."),
  name: shown(text, 'What people call the section.', 'Marketing'),
  position: shown(int32, 'Order in the list, for clients: lower first.', 1024),
  createdAt,
  updatedAt,
});
export const sectionView = sectionFields.view;
