import type { Priority } from './task-fields.js';

/** Filters of a list, combined with AND. */
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
  /** Current identifiers, in upper case. */
  identifiers?: readonly string[];
  dueBefore?: Date;
  dueAfter?: Date;
  updatedAfter?: Date;
  /** Without changes or comments since then, and not planned for later. */
  idleSince?: Date;
  /** Excludes tasks of projects that accept no writes. */
  acceptsWrites?: true;
  /** Excludes tasks of private projects, so that the result may be shown anywhere. */
  isPublic?: true;
  /** By default, snoozed tasks are excluded. */
  includeSnoozed?: boolean;
  /** Snoozed now, and waking before that instant. */
  wakesBefore?: Date;
  q?: string;
}
