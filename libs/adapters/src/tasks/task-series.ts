import { bottom, rowsBy } from '@tandem/platform/store/sql-tree';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';

const tasksBy = (condition: string) => rowsBy('tasks', condition);

/** The task `id` and its predecessors in the series, back to the nearest one that is not deleted. */
export const predecessors = (id: string) => `with recursive line as (
  select t.id, t.recurs_from, null::timestamptz as kept ${rowsOf('tasks')} and t.id = ${id}
  union all
  select t.id, t.recurs_from, case when t.deleted_at is null then t.created_at end
  from line l ${tasksBy('t.id = l.recurs_from')} where l.kept is null)
select id from line`;

/** The next task of the series of a task that is not deleted, if there is one. */
export const follower = (id: string) => `with recursive line as (
  select t.id, t.successor_id, t.deleted_at from tasks first ${tasksBy('t.id = first.successor_id')}
  where ${ofTenant('first')} and first.id = ${id}
  union all
  select t.id, t.successor_id, t.deleted_at from line l ${tasksBy('t.id = l.successor_id')}
  where l.deleted_at is not null)
select id from line where deleted_at is null`;

/** The task $2 and all below it, with what `Task.isUntouched` asks for beside their columns. */
export const successorTree = (columns: string) => `with recursive tree as (
  select t.id, 0 as depth ${rowsOf('tasks')} and t.id = $2 and t.deleted_at is null
  union all
  select t.id, tree.depth + 1 from tree ${tasksBy('t.parent_id = tree.id and t.deleted_at is null')}
  where tree.depth < ${bottom})
select ${columns}, array(select c.created_at ${rowsOf('task_comments', 'c')} and c.task_id = t.id
  union all select l.created_at ${rowsOf('task_links', 'l')} and l.task_id = t.id) as added_at
from tree ${tasksBy('t.id = tree.id')} order by tree.depth`;
