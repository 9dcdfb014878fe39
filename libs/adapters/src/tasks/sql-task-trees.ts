import { currentScope } from '@tandem/domain/core/scope';
import type { Task } from '@tandem/domain/tasks/task';
import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import type { Family } from '@tandem/domain/tasks/tasks.port';
import type { Outcome } from '@tandem/platform/postgres/batch';
import { Params } from '@tandem/platform/store/params';
import { bottom, idsBelow, rowsBy, SqlTree } from '@tandem/platform/store/sql-tree';
import { isClosed } from './task-rules.js';

const tasksBy = (condition: string) => rowsBy('tasks', condition);

/**
 * The task $2 and every task that closing or reopening it may concern, each with its relation to it:
 * - `below`: canceled or completed with it;
 * - `above`, closed ones only, and `reopened`, which were canceled with it: reopened with it;
 * - `follower`: the next ones in the series of what is reopened; these and the tasks below them (relation null) are taken back if nobody touched them;
 * - `referred`: the other tasks of $3, and what a copy of a recurring task refers to: its parent and linked tasks.
 * $3 are the tasks whose ancestors matter.
 */
const family = `with recursive above as (
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
  select id, case when id = $2 then 'self' when height = 0 then 'referred' else 'above' end as relation from above
    where height = 0 or closed
  union select id, 'reopened' from reopened
  union select id, 'follower' from followers
  union select id, case when top = $2 and depth > 0 then 'below' end from below
  union select t.parent_id, 'referred' from tasks t where t.tenant_id = $1 and t.id = $2 and t.rrule is not null and t.parent_id is not null
  union select l.entity_id, 'referred' from tasks t cross join below b cross join lateral (
    select entity_id from task_links where tenant_id = $1 and task_id = b.id and entity_type = 'task' offset 0) l
  where t.tenant_id = $1 and t.id = $2 and t.rrule is not null)
select id, array_agg(relation) as relations from family`;

/** A task and what is below it in its project. */
const movable = (
  top: string,
) => `(t.id = ${top} or t.id = any(${idsBelow('tasks', top)})) and t.project_id is not distinct from (
  select project_id from tasks where tenant_id = $1 and id = ${top})`;

/** Most times that the locks are released and taken anew. */
const mostRounds = 6;

interface Locked {
  task: Task;
  /** By the caller, and not deleted. */
  isSeen: boolean;
  /** As the query says; null where it says nothing. */
  relations: readonly (string | null)[];
}

/** Tasks with those around them, locked together. */
export abstract class SqlTaskTrees extends SqlTree<Task, TaskFilters> {
  async lockFamily(id: string, parentId?: string): Promise<Family | undefined> {
    const params = new Params();
    params.values.push(currentScope().tenantId, id, parentId ? [id, parentId] : [id]);
    const seen = `(select count(*) ${this.rows(params.bind)} and t.id = any($3::uuid[])) = cardinality($3::uuid[])`;
    const { locked, isLockedAnew } = await this.lockFound(`${family} where ${seen} group by id`, params);
    const tasks = locked.filter(({ isSeen }) => isSeen);
    const related = (relation: string) =>
      tasks.filter(({ relations }) => relations.includes(relation)).map(({ task }) => task);
    const [task] = related('self');
    if (!task) return undefined;
    const openBelow = related('below').filter((one) => !one.isClosed);
    const closedAbove = related('above').filter((one) => one.isClosed);
    const canceledWith = related('reopened').filter((one) => one.canceledWith === id);
    return { task, openBelow, closedAbove, canceledWith, isLockedAnew };
  }

  async lockWithSubtasks(id: string): Promise<Task[]> {
    const params = new Params();
    const rows = this.rows(params.bind);
    const { locked } = await this.lockFound(`select t.id ${rows} and ${movable(params.bind(id))}`, params);
    return locked.map(({ task }) => task).sort((a, b) => Number(b.id === id) - Number(a.id === id));
  }

  /**
   * Locks the tasks that a query finds, in id order, and answers those that it finds then; `$1` of its values is the tenant. If it finds
   * more once the locks are held (seldom), all locks are released and taken anew in order, so that no two transactions deadlock.
   * After `mostRounds` the locks are kept, so that others can add less and less.
   */
  protected async lockFound(
    query: string,
    { values, bind }: Params,
  ): Promise<{ locked: Locked[]; isLockedAnew: boolean }> {
    const find = { text: query, values: [...values] };
    const isSeen = [this.alive, this.visible(bind)].filter(Boolean).join(' and ');
    const text = `select ${this.map.columns}, ${isSeen} as is_seen from tasks t where t.tenant_id = $1 and t.id = any(array(
      select q.id from (${query}) q union select unnest($${values.length + 1}::uuid[]))) order by t.id for update of t`;
    let [known, before] = [[] as string[], 'savepoint before_locks'];
    for (let round = 1; ; round++) {
      const lock = { text, values: [...values, known] };
      const [, locked, found] = await this.database.batch([{ text: before }, lock, find]);
      const tried = new Set([...known, ...idsOf(locked!)]);
      const more = idsOf(found!).filter((id) => !tried.has(id));
      if (more.length === 0) {
        await this.database.defer([{ text: 'release savepoint before_locks' }]);
        return { locked: this.locked(locked!, found!), isLockedAnew: round > 1 };
      }
      known = [...tried, ...more];
      before = round < mostRounds ? 'rollback to savepoint before_locks' : 'select 1';
    }
  }

  private locked(locked: Outcome, found: Outcome): Locked[] {
    const relations = new Map(found.rows.map((row) => [row.id, (row.relations ?? []) as string[]]));
    return locked.rows.flatMap((row) => {
      const related = relations.get(row.id);
      return related ? { task: this.map.revive(row), isSeen: row.is_seen === true, relations: related } : [];
    });
  }
}

const idsOf = ({ rows }: Outcome): string[] => rows.map((row) => row.id as string);
