/** The task and all below it, each with whether it is as it was when the task was made. */
export const untouchedTree = `with recursive tree as (
  select id, created_at as made_at, 0 as depth from tasks where tenant_id = $1 and id = $2 and deleted_at is null
  union all
  select c.id, t.made_at, t.depth + 1 from tasks c join tree t on c.parent_id = t.id
  where c.tenant_id = $1 and c.deleted_at is null and t.depth < 20)
  select t.id, t.created_at = tree.made_at and t.updated_at = tree.made_at
    and t.completed_at is null and t.canceled_at is null
    and not exists (select from task_comments c where c.tenant_id = $1 and c.task_id = t.id)
    and not exists (select from task_links l where l.tenant_id = $1 and l.task_id = t.id and l.created_at <> tree.made_at)
    as untouched
  from tree join tasks t on t.tenant_id = $1 and t.id = tree.id order by tree.depth`;
