import type { Task } from '@tandem/domain/tasks/task';
import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import type { Family } from '@tandem/domain/tasks/tasks.port';
import type { Outcome } from '@tandem/platform/postgres/batch';
import { type Bind, Params } from '@tandem/platform/postgres/params';
import { bottom, idsBelow, rowsBy, SqlTree } from '@tandem/platform/store/sql-tree';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';
import { visibleProjects } from '../access/visible-projects.js';
import { isClosed } from './task-rules.js';

const tasksBy = (condition: string) => rowsBy('tasks', condition);

/**
 * The task `id` and every task that closing or reopening it may concern, each with its relation to it:
 * - `below`: canceled or completed with it;
 * - `above`, closed ones only, and `reopened`, which were canceled with it: reopened with it;
 * - `follower`: the next ones in the series of what is reopened; these and the tasks below them (relation null) are taken back if nobody touched them;
 * - `referred`: the other ones of `ids`, and what a copy of a recurring task refers to: its parent and linked tasks.
 * `ids` are the tasks whose ancestors matter.
 */
const family = (id: string, ids: string) => `with recursive above as (
  select t.id, t.parent_id, t.successor_id, ${isClosed} as closed, 0 as height ${rowsOf('tasks')} and t.id = any(${ids}::uuid[])
  union all
  select t.id, t.parent_id, t.successor_id, ${isClosed}, a.height + 1 from above a ${tasksBy('t.id = a.parent_id')}
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
  select id, case when id = ${id} then 'self' when height = 0 then 'referred' else 'above' end as relation from above
    where height = 0 or closed
  union select id, 'reopened' from reopened
  union select id, 'follower' from followers
  union select id, case when top = ${id} and depth > 0 then 'below' end from below
  union select t.parent_id, 'referred' ${rowsOf('tasks')} and t.id = ${id} and t.rrule is not null and t.parent_id is not null
  union select l.entity_id, 'referred' from tasks t cross join below b cross join lateral (
    select l.entity_id ${rowsOf('task_links', 'l')} and l.task_id = b.id and l.entity_type = 'task' offset 0) l
  where ${ofTenant()} and t.id = ${id} and t.rrule is not null)
select id, array_agg(relation) as relations from family`;

/** A task and what is below it in its project. */
const movable = (
  top: string,
) => `(t.id = ${top} or t.id = any(${idsBelow('tasks', top)})) and t.project_id is not distinct from (
  select t.project_id ${rowsOf('tasks')} and t.id = ${top})`;

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
    const { locked, isLockedAnew } = await this.lockFound((bind) => {
      const [self, ids] = [bind(id), bind(parentId ? [id, parentId] : [id])];
      const seen = `(select count(*) ${this.rows(bind)} and t.id = any(${ids}::uuid[])) = cardinality(${ids}::uuid[])`;
      return `${family(self, ids)} where ${seen} group by id`;
    });
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
    const { locked } = await this.lockFound((bind) => `select t.id ${this.rows(bind)} and ${movable(bind(id))}`);
    return locked.map(({ task }) => task).sort((a, b) => Number(b.id === id) - Number(a.id === id));
  }

  /**
   * Locks the tasks that a query finds, in id order, and answers those that it finds then. If it finds
   * more once the locks are held (seldom), all locks are released and taken anew in order, so that no two transactions deadlock.
   * After `mostRounds` the locks are kept, so that others can add less and less.
   */
  protected async lockFound(query: (bind: Bind) => string): Promise<{ locked: Locked[]; isLockedAnew: boolean }> {
    const { bind, values } = new Params();
    const find = { text: query(bind), values: [...values] };
    const isSeen = [this.alive, this.visible(bind)].filter(Boolean).join(' and ');
    const text = `select ${this.map.columns}, ${isSeen} as is_seen ${rowsOf('tasks')} and t.id = any(array(
      select q.id from (${find.text}) q union select unnest($${values.length + 1}::uuid[]))) order by t.id for update of t`;
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

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('tasks', 't.project_id', bind);
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
