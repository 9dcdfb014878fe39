import type { StatusCategory } from '../projects/status.js';
import type { Priority, TaskState } from './task-fields.js';

export interface TaskFilters {
  ids?: readonly string[];
  /** Of any of them; `none` finds tasks without one. */
  projectId?: readonly string[];
  sectionId?: readonly string[];
  statusId?: readonly string[];
  statusCategory?: readonly StatusCategory[];
  /** `none` finds unassigned tasks, `me` those of the caller. */
  assigneeId?: readonly string[];
  labelId?: readonly string[];
  parentId?: string;
  state?: TaskState;
  priority?: readonly Priority[];
  linkedTo?: { type: string; id: string };
  identifiers?: readonly string[];
  dueBefore?: Date;
  dueAfter?: Date;
  /** Unlike `dueBefore`, a due date ends with the day in the time zone of the tenant. */
  isOverdue?: true;
  /** Later today, in the time zone of the tenant. */
  isDueToday?: { zone: string };
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
