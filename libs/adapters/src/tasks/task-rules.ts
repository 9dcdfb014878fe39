/* Rules of `Task` and `Project` in SQL, on rows `t`, named after their methods; `sql-tasks.test.ts` compares both. */

const isCompleted = 't.completed_at is not null';
const isCanceled = 't.canceled_at is not null';

export const isClosed = `(${isCompleted} or ${isCanceled})`;

export const isInState = { open: `not ${isClosed}`, completed: isCompleted, canceled: isCanceled };

export const state = `case when ${isCompleted} then 'completed' when ${isCanceled} then 'canceled' else 'open' end`;

export const isSnoozed = 't.snoozed_until > now()';

export const isAwake = '(t.snoozed_until is null or t.snoozed_until <= now())';

export const endOfDueDate = (zone: string) => `(t.due_date + 1)::timestamp at time zone ${zone}`;

/** A due date has no time zone; in lists it ends with the UTC day. */
export const dueInstant = `coalesce(t.due_at, ${endOfDueDate("'UTC'")})`;

/** `due`: like `dueInstant`, but a due date ends with the day of the tenant. */
export const isOverdue = 't.due < now()';

/** A due date of yesterday ended when today began; a `due_at` at the end of today is tomorrow's. */
export const isDueToday = (zone: string) => {
  const endOfToday = `((now() at time zone ${zone})::date + 1)::timestamp at time zone ${zone}`;
  return `t.due >= now() and t.due <= ${endOfToday} and (t.due < ${endOfToday} or t.due_date is not null)`;
};

export const isPlannedAhead = `coalesce(
  greatest(${dueInstant}, t.start_date::timestamp at time zone 'UTC') > now(), false)`;

export const isSnoozeOver = 't.deleted_at is null and t.snoozed_until <= now()';

export const isOccurrenceOver = 't.deleted_at is null and t.next_occurrence <= now()';

/** Also true without a project. */
export const acceptsWrites = `not exists (select from projects p
  where p.tenant_id = t.tenant_id and p.id = t.project_id and p.is_archived)`;
