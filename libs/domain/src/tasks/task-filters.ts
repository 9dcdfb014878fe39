import type { Priority } from './task-fields.js';

export interface TaskFilters {
  ids?: readonly string[];
  projectId?: string;
  sectionId?: string;
  statusId?: string;
  assigneeId?: string;
  parentId?: string;
  state?: 'open' | 'completed' | 'canceled';
  priority?: Priority;
  priorities?: readonly Priority[];
  identifiers?: readonly string[];
  dueBefore?: Date;
  dueAfter?: Date;
  updatedAfter?: Date;
  /** Without changes or comments since then, and not planned for later. */
  idleSince?: Date;
  acceptsWrites?: true;
  /** Excludes tasks of private projects, so that the result may be shown anywhere. */
  isPublic?: true;
  includeSnoozed?: boolean;
  wakesBefore?: Date;
  q?: string;
}
