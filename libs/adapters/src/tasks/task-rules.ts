/*
 * Rules of `Task` and of its dates in SQL, for many rows `t` at once. Each has the name of the method or function it repeats, and
 * sql-tasks.test.ts checks that both do the same.
 */

export const isClosed = '(t.completed_at is not null or t.canceled_at is not null)';

export const isSnoozed = 't.snoozed_until > now()';

/** Not `isSnoozed`. */
export const isAwake = '(t.snoozed_until is null or t.snoozed_until <= now())';

export const dueInstant = (zone: string) => `coalesce(t.due_at, (t.due_date + 1)::timestamp at time zone '${zone}')`;

export const isSnoozeOver = 't.deleted_at is null and t.snoozed_until <= now()';

export const isOccurrenceOver = 't.deleted_at is null and t.next_occurrence <= now()';
