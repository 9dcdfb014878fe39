export { type StatusCategory, statusCategories } from '../projects/status.js';

export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export const taskStates = ['open', 'completed', 'canceled'] as const;
export type TaskState = (typeof taskStates)[number];

/** Absent fields keep their values; null clears them. */
export interface TaskFields {
  title?: string;
  description?: string | null;
  priority?: Priority;
  position?: number;
  metadata?: unknown;
  assigneeId?: string | null;
  parentId?: string | null;
  sectionId?: string | null;
  statusId?: string | null;
  dueAt?: Date | null;
  dueDate?: string | null;
  deadline?: string | null;
  startDate?: string | null;
  rrule?: string | null;
  estimationMinutes?: number | null;
  timeSpentMinutes?: number | null;
  labelIds?: readonly string[];
}
