import { clock } from '@tandem/domain/core/clock';
import { orNotFound } from '@tandem/domain/core/errors';
import type { List, Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import { positionAfter } from '@tandem/domain/core/position';
import { asConsequence, type TenantRecord } from '@tandem/domain/core/scope';
import { snake } from '@tandem/domain/core/wire-names';
import type { LinkedTask, LinkTarget } from '@tandem/domain/tasks/links/task-link';
import type { Task } from '@tandem/domain/tasks/task';
import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import type { Family, Tasks, TimeField } from '@tandem/domain/tasks/tasks.port';
import type { Statement } from '@tandem/platform/postgres/batch';
import type { Bind } from '@tandem/platform/postgres/statements';
import { SqlTree } from '@tandem/platform/store/sql-tree';
import { storeOf } from '@tandem/platform/store/store-of';
import { visibleProjects } from '../access/visible-projects.js';
import { labelChanges } from './labels/label-changes.js';
import { LinkedTasks } from './linked-tasks.js';
import { awake, inOrderOfLabels, taskFilters } from './task-filters.js';
import { identifierForm, insertAliases, selectByIdentifier } from './task-identifiers.js';
import { family, familyOf, follower, movable, predecessors, successorTree } from './task-relatives.js';
import { isOccurrenceOver, isSnoozeOver } from './task-rules.js';
import { taskSorts } from './task-sorts.js';
import { taskFields } from './task.fields.js';

const maxDue = 2000;
const isOver: Record<TimeField, string> = { snoozedUntil: isSnoozeOver, nextOccurrence: isOccurrenceOver };

const partsOf = (identifier: string) => orNotFound(identifierForm.exec(identifier.toUpperCase()));

export class SqlTasks
  extends storeOf(SqlTree<Task, TaskFilters>, { ...taskFields, filters: taskFilters, sorts: taskSorts })
  implements Tasks
{
  private readonly linked = new LinkedTasks(this.database);

  override page(request: PageRequest & TaskFilters): Promise<Page<Task>> {
    return inOrderOfLabels(request, this.database, () => super.page(awake(request)));
  }

  override pick<K extends keyof Task>(
    fields: readonly K[],
    filters: TaskFilters,
    max: number,
  ): Promise<Pick<Task, K>[]> {
    return super.pick(fields, awake(filters), max);
  }

  linkedTo(target: LinkTarget): Promise<List<LinkedTask>> {
    return this.linked.list(target, (bind) => this.rows(bind));
  }

  override countEach<Name extends string>(
    filters: Record<Name, TaskFilters>,
    max: number,
  ): Promise<Record<Name, number>> {
    const named = Object.entries<TaskFilters>(filters).map(([name, one]) => [name, awake(one)]);
    return super.countEach(Object.fromEntries(named) as Record<Name, TaskFilters>, max);
  }

  async lockFamily(id: string, parentId?: string): Promise<Family | undefined> {
    const locked = await this.lockFound((bind) => {
      const self = bind(id);
      const ids = bind(parentId ? [id, parentId] : [id]);
      const seen = `(select count(*) ${this.rows(bind)} and t.id = any(${ids}::uuid[])) = cardinality(${ids}::uuid[])`;
      return `${family(self, ids)} where ${seen} group by id`;
    });
    return familyOf(locked.filter(({ isSeen }) => isSeen));
  }

  async lockWithSubtasks(id: string): Promise<Task[]> {
    const locked = await this.lockFound((bind) => `select t.id ${this.rows(bind)} and ${movable(bind(id))}`);
    const tasks = locked.map(({ entity }) => entity);
    return [...tasks.filter((task) => task.id === id), ...tasks.filter((task) => task.id !== id)];
  }

  async lockWithPredecessors(id: string): Promise<Task[]> {
    const locked = await this.lockFound((bind) => {
      const self = bind(id);
      return `${predecessors(self)} where exists (select ${this.rows(bind, 'true')} and t.id = ${self})`;
    });
    const found = new Map(locked.map(({ entity }) => [entity.id, entity]));
    const line: Task[] = [];
    for (let task = found.get(id); task; task = found.get(task.recursFrom ?? '')) line.push(task);
    return line;
  }

  async successorTree(id: string): Promise<{ task: Task; addedAt: Date[] }[]> {
    const rows = await this.database.queryOfTenant(successorTree(this.map.columns), id);
    return rows.map((row) => ({ task: this.map.revive(row), addedAt: row.added_at as Date[] }));
  }

  isFollowed(id: string): Promise<boolean> {
    return this.exists((bind) => follower(bind(id)));
  }

  async idOf(identifier: string): Promise<string> {
    const [found] = await this.database.queryOfTenant(selectByIdentifier, ...partsOf(identifier));
    return orNotFound(found?.id as string | null);
  }

  async readByIdentifier(identifier: string): Promise<Rendered<Task>> {
    const [parent] = partsOf(identifier);
    const current = await this.findWhere((bind) => `t.identifier = ${bind(parent)}`);
    return current ?? this.read(await this.idOf(identifier));
  }

  async rememberIdentifiers(ids: readonly string[]): Promise<void> {
    await this.database.queryOfTenant(insertAliases, ids);
  }

  dueAcrossTenants(field: TimeField): Promise<TenantRecord[]> {
    const text = `select t.tenant_id as "tenantId", t.id from tasks t
      where ${isOver[field]} order by t.${snake(field)} limit ${maxDue}`;
    return this.database.queryAcrossTenants(text);
  }

  async changeOccurrence(id: string, rule: (task: Task) => void): Promise<void> {
    await this.changeIfUnlocked(id, rule, ({ nextOccurrence }) =>
      this.database.defer([this.setting(id, 'next_occurrence', nextOccurrence)]),
    );
  }

  async touch(id: string): Promise<void> {
    await this.database.defer([this.setting(id, 'updated_at', clock.now())]);
  }

  async nextPositionOutsideProjects(): Promise<number> {
    const last = { tail: 'order by t.position desc', alive: 'true' };
    const outside = () => 't.project_id is null';
    return positionAfter(await asConsequence(() => this.valueOf<number>('t.position', outside, last)));
  }

  protected override alsoWritten(task: Task): Statement[] {
    return labelChanges(task, this.map.before(task, 'labelIds'));
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('tasks', 't.project_id', bind);
  }
}
