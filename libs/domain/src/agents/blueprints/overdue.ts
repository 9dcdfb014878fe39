import { dayMillis } from '../../core/durations.js';
import { dayFrom, dayOfWall } from '../../recurrence/calendar-day.js';
import { wallTime } from '../../recurrence/wall-clock.js';
import type { Task } from '../../tasks/task.js';
import { isOverdue } from '../../tasks/task-dates.js';
import { type Priority, priorities } from '../../tasks/task-fields.js';

/** From how many days on an overdue task has at least a priority. */
export interface Thresholds {
  high: number;
  urgent: number;
}

/** Whole days since an open task was due, by the days of a zone where it is due all day; undefined while it is not overdue. */
export function daysOverdue(task: Pick<Task, 'dueAt' | 'dueDate'>, now: Date, zone: string): number | undefined {
  if (!isOverdue(task, now, zone)) return undefined;
  if (task.dueAt) return Math.floor((now.getTime() - task.dueAt.getTime()) / dayMillis);
  return dayOfWall(wallTime(now, zone)) - dayFrom(task.dueDate!);
}

/** What the priority of a task becomes that is overdue for so long; never lower than it is. */
export function priorityOf(present: Priority, days: number, { high, urgent }: Thresholds): Priority {
  const wanted = days >= urgent ? 'urgent' : days >= high ? 'high' : 'medium';
  return priorities.indexOf(wanted) > priorities.indexOf(present) ? wanted : present;
}
