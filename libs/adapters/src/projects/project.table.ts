import { Project } from '@tandem/domain/projects/project';
import { Section } from '@tandem/domain/projects/section';
import { Status } from '@tandem/domain/projects/status';
import { bool, date, instant, int, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const projectTable = table(Project, 'projects', {
  identifier: text,
  name: text,
  description: nullable(text),
  status: text,
  isArchived: bool,
  isPrivate: bool,
  metadata: json,
  nextTaskNumber: int,
  defaultStatusId: nullable(uuid),
  startDate: nullable(date),
  targetDate: nullable(date),
  deletedAt: nullable(instant),
});

export const statusTable = table(Status, 'statuses', {
  projectId: nullable(uuid),
  name: text,
  category: text,
  position: int,
  isDefault: bool,
});

export const sectionTable = table(Section, 'sections', {
  projectId: uuid,
  name: text,
  position: int,
});
