import { clock } from '../core/clock.js';
import { Faults } from '../core/errors.js';
import { dayMillis } from '../core/durations.js';
import { currentScope } from '../core/scope.js';
import { instantOf, wallTime } from '../recurrence/wall-clock.js';
import { dateText, type Day, dayFrom, shiftDate } from '../recurrence/calendar-day.js';
import { parseRecurrence } from '../recurrence/recurrence-grammar.js';
import type { Occurrence } from '../recurrence/series.js';

export interface TaskDates {
  dueAt: Date | null;
  dueDate: string | null;
  deadline: string | null;
  startDate: string | null;
}

type Due = Pick<TaskDates, 'dueAt' | 'dueDate'>;

/** Due dates end at midnight in the time zone; null without a due date. */
export function dueInstant({ dueAt, dueDate }: Due, zone: string): Date | null {
  if (dueDate === null) return dueAt;
  return instantOf((dayFrom(dueDate) + 1) * dayMillis, zone);
}

export const dueInTenant = (task: Due): Date | null =>
  task.dueDate === null ? task.dueAt : dueInstant(task, currentScope().timezone);

/** Starts or is due later; days are UTC. Used only by lists, in SQL. */
export function isPlannedAhead(task: Due & Pick<TaskDates, 'startDate'>): boolean {
  const start = task.startDate === null ? null : new Date(task.startDate);
  return [dueInstant(task, 'UTC'), start].some((time) => time !== null && time > clock.now());
}

/** Only for open tasks: a closed one is never overdue. */
export function isOverdue(task: Due, now: Date, zone: string): boolean {
  const due = dueInstant(task, zone);
  return due !== null && due < now;
}

export const expectOneDue = ({ dueAt, dueDate }: Partial<TaskDates>, faults: Faults): Faults =>
  faults.expect(
    !(dueAt && dueDate),
    'due_date',
    'excludes_due_at',
    'Give due_date for a whole day or due_at for an instant, not both; null clears the one that is there.',
  );

/** Checks the input by itself; throws for an invalid recurrence rule. */
export function judgeDates({ rrule, ...dates }: Partial<TaskDates> & { rrule?: string | null }, faults: Faults): void {
  expectOneDue(dates, faults);
  if (rrule) parseRecurrence(rrule);
}

const maxSnoozeYears = 5;

export function judgeSnooze(until: Date): void {
  const latest = clock.now();
  latest.setUTCFullYear(latest.getUTCFullYear() + maxSnoozeYears);
  new Faults()
    .expect(until.getTime() > clock.millis(), 'until', 'in_the_past', 'until must be in the future.')
    .expect(until <= latest, 'until', 'too_late', `until must be within ${maxSnoozeYears} years.`)
    .throwIfAny();
}

/** Dates of a task moved to another occurrence of its series, which becomes its due date if the task has no dates. */
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

/** Shifts dates by days, keeping local times in the zone. */
export function shiftDates(task: TaskDates, days: number, zone: string): TaskDates {
  const shift = (date: string | null) => date && shiftDate(date, days);
  return {
    dueAt: task.dueAt && instantOf(wallTime(task.dueAt, zone) + days * dayMillis, zone),
    dueDate: shift(task.dueDate),
    deadline: shift(task.deadline),
    startDate: shift(task.startDate),
  };
}
