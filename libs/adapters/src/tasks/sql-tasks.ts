import { notFound } from '@tandem/domain/core/errors';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import { positionAfter } from '@tandem/domain/core/position';
import { asConsequence } from '@tandem/domain/core/scope';
import type { Task } from '@tandem/domain/tasks/task';
import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import type { Family, Tasks } from '@tandem/domain/tasks/tasks.port';
import type { Bind } from '@tandem/platform/postgres/params';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';
import { bottom, idsBelow, rowsBy } from '@tandem/platform/store/sql-tree';
import { storeOf } from '@tandem/platform/store/store-of';
import { visibleProjects } from '../access/visible-projects.js';
import { SqlTasksInTime } from './sql-tasks-in-time.js';
import { taskFilters } from './task-filters.js';
import { byFormer, identifierForm, keep } from './task-identifiers.js';
import { isClosed } from './task-rules.js';
import { taskTable } from './task.table.js';
import { taskView } from './task.view.js';

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
const movable = (top: string) => `
  (t.id = ${top} or t.id = any(${idsBelow('tasks', top)})) and t.project_id is not distinct from (
    select t.project_id ${rowsOf('tasks')} and t.id = ${top})`;

/** Snoozed tasks are only listed for who asks for them. */
const awake = <F extends TaskFilters>(filters: F): F => ({
  ...filters,
  includeSnoozed: filters.includeSnoozed ?? false,
});

export class SqlTasks
  extends storeOf(SqlTasksInTime, { table: taskTable, view: taskView, filters: taskFilters })
  implements Tasks
{
  override page(request: PageRequest & TaskFilters): Promise<Page<Task>> {
    return super.page(awake(request));
  }

  override pick<K extends keyof Task>(fields: readonly K[], filters: TaskFilters, most: number) {
    return super.pick(fields, awake(filters), most);
  }

  async lockFamily(id: string, parentId?: string): Promise<Family | undefined> {
    const { locked, isLockedAnew } = await this.lockFound((bind) => {
      const [self, ids] = [bind(id), bind(parentId ? [id, parentId] : [id])];
      const seen = `(select count(*) ${this.rows(bind)} and t.id = any(${ids}::uuid[])) = cardinality(${ids}::uuid[])`;
      return `${family(self, ids)} where ${seen} group by id`;
    });
    const tasks = locked.filter(({ isSeen }) => isSeen);
    const related = (relation: string) =>
      tasks.filter(({ relations }) => relations.includes(relation)).map(({ entity }) => entity);
    const [task] = related('self');
    if (!task) return undefined;
    const openBelow = related('below').filter((one) => !one.isClosed);
    const closedAbove = related('above').filter((one) => one.isClosed);
    const canceledWith = related('reopened').filter((one) => one.canceledWith === id);
    return { task, openBelow, closedAbove, canceledWith, isLockedAnew };
  }

  async lockWithSubtasks(id: string): Promise<Task[]> {
    const { locked } = await this.lockFound((bind) => `select t.id ${this.rows(bind)} and ${movable(bind(id))}`);
    return locked.map(({ entity }) => entity).sort((a, b) => Number(b.id === id) - Number(a.id === id));
  }

  async readByIdentifier(identifier: string): Promise<Rendered<Task>> {
    const [whole, key, number] = identifierForm.exec(identifier.toUpperCase()) ?? [];
    if (!whole) throw notFound();
    const present = await this.findWhere((bind) => `t.identifier = ${bind(whole)}`);
    if (present) return present;
    const [former] = await this.database.queryOfTenant(byFormer, whole, key);
    if (former!.id) return this.readWhere((bind) => `t.id = ${bind(former!.id)}`);
    return this.readWhere((bind) => `t.identifier = ${bind(`${String(former!.key)}-${number}`)}`);
  }

  async rememberIdentifiers(ids: readonly string[]): Promise<void> {
    await this.database.queryOfTenant(keep, ids);
  }

  async touch(id: string): Promise<void> {
    await this.database.defer([this.setting(id, 'updated_at', new Date())]);
  }

  async nextPositionOutsideProjects(): Promise<number> {
    const last = { tail: 'order by t.position desc', alive: 'true' };
    const outside = () => 't.project_id is null';
    return positionAfter(await asConsequence(() => this.valueOf<number>('t.position', outside, last)));
  }

  async countIn(projectId: string): Promise<number> {
    const found = (bind: Bind) => `select ${this.rows(bind)} and t.project_id = ${bind(projectId)} limit 1000`;
    const count = (bind: Bind) => `select count(*)::int as count from (${found(bind)}) t`;
    const [row] = await asConsequence(() => this.query(count));
    return row!.count as number;
  }

  areIn(statusId: string): Promise<boolean> {
    const inStatus = (bind: Bind) => `${this.rows(bind, 'true')} and t.status_id = ${bind(statusId)} limit 1`;
    return asConsequence(() => this.exists((bind) => `select ${inStatus(bind)}`));
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('tasks', 't.project_id', bind);
  }
}
