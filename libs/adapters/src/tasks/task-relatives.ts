import type { Task } from '@tandem/domain/tasks/task';
import type { Family } from '@tandem/domain/tasks/tasks.port';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { bottom, idsBelow, type Locked, rowsBy } from '@tandem/platform/store/sql-tree';
import { isClosed } from './task-rules.js';

const tasksBy = (condition: string) => rowsBy('tasks', condition);

/**
 * The task `id` (`self`) and the tasks that may change with its state: those `below` end with it; those `above`
 * (closed) and `reopened` (canceled with it) reopen with it; each `follower` of a reopened task is removed if
 * unchanged. `referred` are the other `ids` and, for a recurring task, its parent and linked tasks.
 */
export const family = (id: string, ids: string) => `with recursive above as (
  select t.id, t.parent_id, t.successor_id, ${isClosed} as closed, 0 as height
  from unnest(${ids}::uuid[]) given (id) ${tasksBy('t.id = given.id')}
  union all
  select t.id, t.parent_id, t.successor_id, ${isClosed}, a.height + 1
  from above a ${tasksBy('t.id = a.parent_id')}
  where a.height < ${bottom}),
reopened as (
  select id, successor_id from above where closed
  union select t.id, t.successor_id ${rowsOf('tasks')} and t.canceled_with = ${id}),
followers as (
  select t.id, t.successor_id, t.deleted_at from reopened r ${tasksBy('t.id = r.successor_id')}
  union
  select t.id, t.successor_id, t.deleted_at from followers f ${tasksBy('t.id = f.successor_id')}
  where f.deleted_at is not null),
below as (
  select id, top, 0 as depth from (
    select id, id as top from above where id = ${id} union select id, id from followers where deleted_at is null) tops
  union all
  select t.id, b.top, b.depth + 1 from below b ${tasksBy('t.parent_id = b.id and t.deleted_at is null')}
  where b.depth < ${bottom}),
family as (
  select id, case when id = ${id} then 'self' when height = 0 then 'referred' else 'above' end as relation
    from above where height = 0 or closed
  union select id, 'reopened' from reopened
  union select id, 'follower' from followers
  union select id, case when top = ${id} and depth > 0 then 'below' end from below
  union select t.parent_id, 'referred' ${rowsOf('tasks')}
    and t.id = ${id} and t.rrule is not null and t.parent_id is not null
  union select l.entity_id, 'referred' from tasks t cross join below b cross join lateral (
    select l.entity_id ${rowsOf('task_links', 'l')} and l.task_id = b.id and l.entity_type = 'task' offset 0) l
  where ${ofTenant()} and t.id = ${id} and t.rrule is not null)
select id, array_agg(relation) as relations from family`;

/** `found` is the locked result of `family`; undefined without the task itself. */
export function familyOf(found: readonly Locked<Task>[]): Family | undefined {
  const related = (relation: string) =>
    found.filter(({ relations }) => relations.includes(relation)).map(({ entity }) => entity);
  const [task] = related('self');
  if (!task) return undefined;
  return {
    task,
    openBelow: related('below').filter((one) => !one.isClosed),
    closedAbove: related('above').filter((one) => one.isClosed),
    canceledWith: related('reopened').filter((one) => one.canceledWith === task.id),
  };
}

export const movable = (top: string) => `
  (t.id = ${top} or t.id = any(${idsBelow('tasks', top)})) and t.project_id is not distinct from (
    select t.project_id ${rowsOf('tasks')} and t.id = ${top})`;

/** The task `id` and its predecessors, back to the nearest one that is not deleted. */
export const predecessors = (id: string) => `with recursive line as (
  select t.id, t.recurs_from, null::timestamptz as kept ${rowsOf('tasks')} and t.id = ${id}
  union all
  select t.id, t.recurs_from, case when t.deleted_at is null then t.created_at end
  from line l ${tasksBy('t.id = l.recurs_from')} where l.kept is null)
select id from line`;

export const follower = (id: string) => `with recursive line as (
  select t.id, t.successor_id, t.deleted_at from tasks first ${tasksBy('t.id = first.successor_id')}
  where ${ofTenant('first')} and first.id = ${id}
  union all
  select t.id, t.successor_id, t.deleted_at from line l ${tasksBy('t.id = l.successor_id')}
  where l.deleted_at is not null)
select id from line where deleted_at is null`;

/** The task $2 and its descendants, with the creation times of comments and links for `TaskSeries.isUntouched`. */
export const successorTree = (columns: string) => `with recursive tree as (
  select t.id, 0 as depth ${rowsOf('tasks')} and t.id = $2 and t.deleted_at is null
  union all
  select t.id, tree.depth + 1 from tree ${tasksBy('t.parent_id = tree.id and t.deleted_at is null')}
  where tree.depth < ${bottom})
select ${columns}, array(select c.created_at ${rowsOf('task_comments', 'c')} and c.task_id = t.id
  union all select l.created_at ${rowsOf('task_links', 'l')} and l.task_id = t.id) as added_at
from tree ${tasksBy('t.id = tree.id')} order by tree.depth`;
