const isClosed = '(t.completed_at is not null or t.canceled_at is not null)';
/** Nothing nests deeper than this; it ends a walk that would not end by itself. */
export const bottom = 20;

/**
 * The task $2 with what its closing or reopening concerns: what is below it, closed tasks above and tasks canceled with it, and
 * what follows those in their series. A copy of a recurring one refers to the task above and to those it is linked to.
 * $3 are the tasks whose ancestors matter.
 */
export const family = `with recursive above as (
  select t.id, t.parent_id, t.successor_id, ${isClosed} as closed, 0 as height from tasks t
  where t.tenant_id = $1 and t.id = any($3::uuid[])
  union all
  select t.id, t.parent_id, t.successor_id, ${isClosed}, a.height + 1 from tasks t join above a on t.id = a.parent_id
  where t.tenant_id = $1 and a.height < ${bottom}),
reopened as (
  select id, successor_id from above where closed
  union select id, successor_id from tasks where tenant_id = $1 and canceled_with = $2),
followers as (
  select t.id, t.successor_id, t.deleted_at from tasks t join reopened r on t.id = r.successor_id where t.tenant_id = $1
  union
  select t.id, t.successor_id, t.deleted_at from tasks t join followers f on t.id = f.successor_id
  where t.tenant_id = $1 and f.deleted_at is not null),
below as (
  select id, 0 as depth from (select $2::uuid as id union select id from followers where deleted_at is null) tops
  union all
  select t.id, b.depth + 1 from tasks t join below b on t.parent_id = b.id
  where t.tenant_id = $1 and t.deleted_at is null and b.depth < ${bottom}),
family as (
  select id from above where height = 0 or closed
  union select id from reopened
  union select id from followers
  union select id from below
  union select t.parent_id from tasks t where t.tenant_id = $1 and t.id = $2 and t.rrule is not null and t.parent_id is not null
  union select l.entity_id from tasks t join task_links l on l.tenant_id = $1 and l.task_id in (select id from below)
  where t.tenant_id = $1 and t.id = $2 and t.rrule is not null and l.entity_type = 'task')
select id from family`;

/** The task and those that it follows, as far as they are deleted and the first that is not. */
export const predecessors = `with recursive line as (
  select id, recurs_from, null::timestamptz as kept from tasks where tenant_id = $1 and id = $2
  union all
  select t.id, t.recurs_from, case when t.deleted_at is null then t.created_at end from tasks t join line l on t.id = l.recurs_from
  where t.tenant_id = $1 and l.kept is null)
select id from line`;

/** The next task of the series that is not deleted, if there is one. */
export const follower = `with recursive line as (
  select s.id, s.successor_id, s.deleted_at from tasks t join tasks s on s.tenant_id = $1 and s.id = t.successor_id
  where t.tenant_id = $1 and t.id = $2
  union all
  select s.id, s.successor_id, s.deleted_at from tasks s join line l on s.id = l.successor_id
  where s.tenant_id = $1 and l.deleted_at is not null)
select id from line where deleted_at is null`;

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
