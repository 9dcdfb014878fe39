import { dayMillis, instantOf, wallTime } from '../core/wall-clock.js';
import { dateText, type Day, shiftDate } from '../recurrence/calendar-day.js';
import type { Occurrence } from '../recurrence/task-series.js';

export interface TaskDates {
  dueAt: Date | null;
  dueDate: string | null;
  deadline: string | null;
  startDate: string | null;
}

/** The dates of a task moved to another occurrence of its series; a task without dates becomes due then. */
export function datesAt(task: TaskDates, from: Day, { day, at, isAllDay }: Occurrence): TaskDates {
  const isDated = task.dueAt !== null || task.dueDate !== null || task.startDate !== null;
  const shift = (date: string | null) => date && shiftDate(date, day - from);
  return {
    dueAt: task.dueAt !== null || (!isDated && !isAllDay) ? at : null,
    dueDate: task.dueDate !== null || (!isDated && isAllDay) ? dateText(day) : null,
    deadline: shift(task.deadline),
    startDate: shift(task.startDate),
  };
}

/** The same dates that many days later, at the same time on the clocks of the zone. */
export function shiftDates(task: TaskDates, days: number, zone: string): TaskDates {
  const shift = (date: string | null) => date && shiftDate(date, days);
  return {
    dueAt: task.dueAt && instantOf(wallTime(task.dueAt, zone) + days * dayMillis, zone),
    dueDate: shift(task.dueDate),
    deadline: shift(task.deadline),
    startDate: shift(task.startDate),
  };
}
