import type { Priority } from './task-fields.js';

/** Which tasks a list shows: those that fit all that is given. */
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
  /** Identifiers as they are now, in capitals. */
  identifiers?: readonly string[];
  dueBefore?: Date;
  dueAfter?: Date;
  updatedAfter?: Date;
  /** Neither changed nor commented on since, and not planned for a later time. */
  idleSince?: Date;
  /** Leaves out tasks of projects that accept no writes. */
  acceptsWrites?: true;
  /** Leaves out tasks of private projects: of the others, what is written elsewhere discloses nothing private. */
  isPublic?: true;
  /** Tasks that are snoozed now are left out unless it is true. */
  includeSnoozed?: boolean;
  /** Snoozed now, and awake before that instant. */
  wakesBefore?: Date;
  q?: string;
}
