import { dayMillis } from '../../core/durations.js';
import { localTime } from '../../recurrence/wall-clock.js';
import type { Task } from '../../tasks/task.js';
import { type Priority, priorities } from '../../tasks/task-fields.js';

type Due = Pick<Task, 'dueAt' | 'dueDate'>;

/** From how many days on an overdue task has at least a priority. */
export interface Thresholds {
  high: number;
  urgent: number;
}

/** Whole days since a task was due, by the days of a zone where it is due all day; -1 while it is not overdue. */
export function daysOverdue({ dueAt, dueDate }: Due, now: Date, zone: string): number {
  if (dueAt) return Math.max(-1, Math.floor((now.getTime() - dueAt.getTime()) / dayMillis));
  if (!dueDate) return -1;
  const days = (Date.parse(localTime(now, zone).slice(0, 10)) - Date.parse(dueDate)) / dayMillis;
  return days > 0 ? days : -1;
}

/** What the priority of a task becomes that is overdue for so long; never lower than it is. */
export function priorityOf(present: Priority, days: number, { high, urgent }: Thresholds): Priority {
  const wanted = days >= urgent ? 'urgent' : days >= high ? 'high' : 'medium';
  return priorities.indexOf(wanted) > priorities.indexOf(present) ? wanted : present;
}
