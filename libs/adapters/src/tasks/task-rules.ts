/*
 * Rules of `Task`, of its dates and of its `Project` in SQL, for many rows `t` at once. Each has the name of the method or function it
 * repeats, and sql-tasks.test.ts checks that both do the same.
 */

const isCompleted = 't.completed_at is not null';
const isCanceled = 't.canceled_at is not null';

export const isClosed = `(${isCompleted} or ${isCanceled})`;

/** The state of a task, as lists name it. */
export const isInState = { open: `not ${isClosed}`, completed: isCompleted, canceled: isCanceled };

export const isSnoozed = 't.snoozed_until > now()';

/** Not `isSnoozed`. */
export const isAwake = '(t.snoozed_until is null or t.snoozed_until <= now())';

/** A day on which a task is due has no zone; lists let it end with the day of UTC. */
export const dueInstant = `coalesce(t.due_at, (t.due_date + 1)::timestamp at time zone 'UTC')`;

export const isPlannedAhead = `coalesce(greatest(${dueInstant}, t.start_date::timestamp at time zone 'UTC') > now(), false)`;

export const isSnoozeOver = 't.deleted_at is null and t.snoozed_until <= now()';

export const isOccurrenceOver = 't.deleted_at is null and t.next_occurrence <= now()';

/** Holds for a task without a project as well. */
export const acceptsWrites = `not exists (select from projects p
  where p.tenant_id = t.tenant_id and p.id = t.project_id and p.is_archived)`;
