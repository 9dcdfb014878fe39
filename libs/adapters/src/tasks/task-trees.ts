import type { Task } from '@tandem/domain/tasks/task';
import type { Family } from '@tandem/domain/tasks/tasks.port';
import type { Outcome } from '@tandem/platform/postgres/batch';
import type { Database } from '@tandem/platform/postgres/database';
import { bottom, idsBelow, rowsBy } from '@tandem/platform/postgres/sql-tree';
import { isOpen } from './task-filters.js';

const isClosed = `not (${isOpen})`;
const tasksBy = (condition: string) => rowsBy('tasks', condition);

/**
 * The task $2 and every task that closing or reopening it may concern, each with its kin to it:
 * - `below`: canceled or completed with it;
 * - `above`, closed ones only, and `reopened`, which were canceled with it: reopened with it;
 * - `follower`: the next ones in the series of what is reopened; these and the tasks below them (kin null) are taken back if nobody touched them;
 * - `referred`: the other tasks of $3, and what a copy of a recurring task refers to: its parent and linked tasks.
 * $3 are the tasks whose ancestors matter.
 */
export const family = `with recursive above as (
  select t.id, t.parent_id, t.successor_id, ${isClosed} as closed, 0 as height from tasks t
  where t.tenant_id = $1 and t.id = any($3::uuid[])
  union all
  select t.id, t.parent_id, t.successor_id, ${isClosed}, a.height + 1 from above a ${tasksBy('t.id = a.parent_id')}
  where a.height < ${bottom}),
reopened as (
  select id, successor_id from above where closed
  union select id, successor_id from tasks where tenant_id = $1 and canceled_with = $2),
followers as (
  select t.id, t.successor_id, t.deleted_at from reopened r ${tasksBy('t.id = r.successor_id')}
  union
  select t.id, t.successor_id, t.deleted_at from followers f ${tasksBy('t.id = f.successor_id')}
  where f.deleted_at is not null),
below as (
  select id, top, 0 as depth from (
    select id, id as top from above where id = $2 union select id, id from followers where deleted_at is null) tops
  union all
  select t.id, b.top, b.depth + 1 from below b ${tasksBy('t.parent_id = b.id and t.deleted_at is null')}
  where b.depth < ${bottom}),
family as (
  select id, case when id = $2 then 'self' when height = 0 then 'referred' else 'above' end as kin from above
    where height = 0 or closed
  union select id, 'reopened' from reopened
  union select id, 'follower' from followers
  union select id, case when top = $2 and depth > 0 then 'below' end from below
  union select t.parent_id, 'referred' from tasks t where t.tenant_id = $1 and t.id = $2 and t.rrule is not null and t.parent_id is not null
  union select l.entity_id, 'referred' from tasks t cross join below b cross join lateral (
    select entity_id from task_links where tenant_id = $1 and task_id = b.id and entity_type = 'task' offset 0) l
  where t.tenant_id = $1 and t.id = $2 and t.rrule is not null)
select id, kin from family`;

/** The family out of what `family` found and the tasks themselves; undefined when the task is not among them. */
export function familyOf(id: string, locked: readonly Found[], tasks: readonly Task[]): Family | undefined {
  const ofKin = (kin: string) => {
    const kindred = new Set(locked.filter((row) => row.kin === kin).map((row) => row.id));
    return tasks.filter((task) => kindred.has(task.id));
  };
  const [task] = ofKin('self');
  if (!task) return undefined;
  const openBelow = ofKin('below').filter((one) => !one.isClosed);
  const closedAbove = ofKin('above').filter((one) => one.isClosed);
  return { task, openBelow, closedAbove, canceledWith: tasks.filter((one) => one.canceledWith === id) };
}

/** A task and what is below it in its project. */
export const movable = (
  top: string,
) => `(t.id = ${top} or t.id = any(${idsBelow('tasks', top)})) and t.project_id is not distinct from (
  select project_id from tasks where tenant_id = $1 and id = ${top})`;

/** The task and its predecessors in the series, back to the nearest one that is not deleted. */
export const predecessors = `with recursive line as (
  select id, recurs_from, null::timestamptz as kept from tasks where tenant_id = $1 and id = $2
  union all
  select t.id, t.recurs_from, case when t.deleted_at is null then t.created_at end
  from line l ${tasksBy('t.id = l.recurs_from')} where l.kept is null)
select id from line`;

/** The next task of the series that is not deleted, if there is one. */
export const follower = `with recursive line as (
  select t.id, t.successor_id, t.deleted_at from tasks first ${tasksBy('t.id = first.successor_id')}
  where first.tenant_id = $1 and first.id = $2
  union all
  select t.id, t.successor_id, t.deleted_at from line l ${tasksBy('t.id = l.successor_id')}
  where l.deleted_at is not null)
select id from line where deleted_at is null`;

/** The task and all below it, each with whether it is as it was when the task was made. */
export const untouchedTree = `with recursive tree as (
  select id, created_at as made_at, 0 as depth from tasks where tenant_id = $1 and id = $2 and deleted_at is null
  union all
  select t.id, tree.made_at, tree.depth + 1 from tree ${tasksBy('t.parent_id = tree.id and t.deleted_at is null')}
  where tree.depth < ${bottom})
  select t.id, t.created_at = tree.made_at and t.updated_at = tree.made_at
    and ${isOpen}
    and not exists (select from task_comments c where c.tenant_id = $1 and c.task_id = t.id)
    and not exists (select from task_links l where l.tenant_id = $1 and l.task_id = t.id and l.created_at <> tree.made_at)
    as untouched
  from tree ${tasksBy('t.id = tree.id')} order by tree.depth`;

/** Most times that the locks are released and taken anew. */
const mostRounds = 6;

/**
 * Locks the tasks that a query finds, in id order, and answers what it finds then; `$1` of its values is the tenant. If the query finds
 * more once the locks are held (seldom), all locks are released and taken anew in order, so that no two transactions deadlock.
 * After `mostRounds` the locks are kept, so that others can add less and less.
 */
export async function lockTasks(database: Database, query: string, values: readonly unknown[]): Promise<Found[]> {
  const text = `select t.id from tasks t where t.tenant_id = $1 and t.id = any(array(
    select q.id from (${query}) q union select unnest($${values.length + 1}::uuid[]))) order by t.id for update of t`;
  let [known, before] = [[] as string[], 'savepoint before_locks'];
  for (let round = 1; ; round++) {
    const lock = { text, values: [...values, known] };
    const [, locked, found] = await database.batch([{ text: before }, lock, { text: query, values }]);
    const tried = new Set([...known, ...idsOf(locked!)]);
    const more = idsOf(found!).filter((id) => !tried.has(id));
    if (more.length === 0) {
      await database.defer([{ text: 'release savepoint before_locks' }]);
      return found!.rows as unknown as Found[];
    }
    known = [...tried, ...more];
    before = round < mostRounds ? 'rollback to savepoint before_locks' : 'select 1';
  }
}

interface Found {
  id: string;
  kin?: string;
}

const idsOf = ({ rows }: Outcome): string[] => rows.map((row) => row.id as string);
