import { dayMillis } from '../../core/durations.js';
import { localTime } from '../../recurrence/wall-clock.js';
import { type Priority, priorities } from '../../tasks/task-fields.js';

interface Due {
  due_at: string | null;
  due_date: string | null;
}

/** From how many days on an overdue task has at least a priority. */
export interface Thresholds {
  high: number;
  urgent: number;
}

/** Whole days since a task was due, by the days of a zone where it is due all day; -1 while it is not overdue. */
export function daysOverdue({ due_at, due_date }: Due, now: Date, zone: string): number {
  if (due_at) return Math.max(-1, Math.floor((now.getTime() - Date.parse(due_at)) / dayMillis));
  if (!due_date) return -1;
  const days = (Date.parse(localTime(now, zone).slice(0, 10)) - Date.parse(due_date)) / dayMillis;
  return days > 0 ? days : -1;
}

/** What the priority of a task becomes that is overdue for so long; never lower than it is. */
export function priorityOf(present: Priority, days: number, { high, urgent }: Thresholds): Priority {
  const wanted = days >= urgent ? 'urgent' : days >= high ? 'high' : 'medium';
  return priorities.indexOf(wanted) > priorities.indexOf(present) ? wanted : present;
}
