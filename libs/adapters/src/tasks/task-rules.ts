/*
 * Rules of `Task` in SQL, for many rows `t` at once. Each has the name of the method it repeats, and sql-tasks.test.ts checks that
 * both do the same.
 */

export const isClosed = '(t.completed_at is not null or t.canceled_at is not null)';

export const isSnoozed = 't.snoozed_until > now()';

/** Not `isSnoozed`. */
export const isAwake = '(t.snoozed_until is null or t.snoozed_until <= now())';

export const isSnoozeOver = 't.deleted_at is null and t.snoozed_until <= now()';

export const isOccurrenceOver = 't.deleted_at is null and t.next_occurrence <= now()';
