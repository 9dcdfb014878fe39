import { notFound } from '@tandem/domain/core/errors';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import { asConsequence, currentScope, type Place } from '@tandem/domain/core/scope';
import { positionAfter } from '@tandem/domain/core/placement';
import type { Task } from '@tandem/domain/tasks/task';
import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import type { TimeField, Tasks } from '@tandem/domain/tasks/tasks.port';
import { keeping } from '@tandem/platform/store/keeping';
import { type Bind, Params } from '@tandem/platform/store/params';
import { snake } from '@tandem/platform/view/view';
import { visibleProjects } from '../access/visible-projects.js';
import { SqlTaskTrees } from './sql-task-trees.js';
import { taskFilters } from './task-filters.js';
import { byFormer, identifierForm, keep } from './task-identifiers.js';
import { isOccurrenceOver, isSnoozeOver } from './task-rules.js';
import { follower, predecessors, successorTree } from './task-series.js';
import { taskTable } from './task.table.js';
import { taskView } from './task.view.js';

const mostDue = 2000;
const isOver: Record<TimeField, string> = { snoozedUntil: isSnoozeOver, nextOccurrence: isOccurrenceOver };

export class SqlTasks
  extends keeping(SqlTaskTrees, { table: taskTable, view: taskView, filters: taskFilters })
  implements Tasks
{
  override page(request: PageRequest & TaskFilters): Promise<Page<Task>> {
    return super.page({ ...request, includeSnoozed: request.includeSnoozed ?? false });
  }

  async readByIdentifier(identifier: string): Promise<Rendered<Task>> {
    const [whole, key, number] = identifierForm.exec(identifier.toUpperCase()) ?? [];
    if (!whole) throw notFound();
    const present = await this.findWhere((bind) => `t.identifier = ${bind(whole)}`);
    if (present) return present;
    const [former] = await this.database.query(byFormer, [currentScope().tenantId, whole, key]);
    if (former!.id) return this.readWhere((bind) => `t.id = ${bind(former!.id)}`);
    return this.readWhere((bind) => `t.identifier = ${bind(`${String(former!.key)}-${number}`)}`);
  }

  async lockWithPredecessors(id: string): Promise<Task[]> {
    const params = new Params();
    params.values.push(currentScope().tenantId, id);
    const seen = `exists (select ${this.rows(params.bind, 'true')} and t.id = $2)`;
    const { locked } = await this.lockFound(`${predecessors} where ${seen}`, params);
    const found = new Map(locked.map(({ task }) => [task.id, task]));
    const line: Task[] = [];
    for (let task = found.get(id); task; task = found.get(task.recursFrom ?? '')) line.push(task);
    return line;
  }

  async successorTree(id: string): Promise<{ task: Task; addedAt: Date[] }[]> {
    const rows = await this.database.query(successorTree(this.map.columns), [currentScope().tenantId, id]);
    return rows.map((row) => ({ task: this.map.revive(row), addedAt: row.added_at as Date[] }));
  }

  async isFollowed(id: string): Promise<boolean> {
    return (await this.database.query(follower, [currentScope().tenantId, id])).length > 0;
  }

  async keepIdentifiers(ids: readonly string[]): Promise<void> {
    await this.database.query(keep, [currentScope().tenantId, ids]);
  }

  dueAcrossTenants(field: TimeField): Promise<Place[]> {
    const text = `select t.tenant_id as "tenantId", t.id from tasks t where ${isOver[field]} order by t.${snake(field)} limit ${mostDue}`;
    return this.database.queryAcrossTenants(text);
  }

  async changeIfSnoozeIsOver(id: string, rule: (task: Task) => void): Promise<void> {
    await this.changeWhere((bind) => `t.id = ${bind(id)} and ${isSnoozeOver}`, rule);
  }

  async changeIfOccurrenceIsOver(id: string, rule: (task: Task) => void): Promise<void> {
    await this.database.run(async () => {
      const free = (bind: Bind) => `t.id = ${bind(id)} and ${isOccurrenceOver}`;
      const [task] = await this.select(free, 'for update of t skip locked');
      if (!task) return;
      rule(task);
      const text = 'update tasks set next_occurrence = $3 where tenant_id = $1 and id = $2';
      await this.database.query(text, [currentScope().tenantId, id, task.nextOccurrence]);
    });
  }

  async touch(id: string): Promise<void> {
    const text = 'update tasks set updated_at = $3 where tenant_id = $1 and id = $2';
    await this.database.defer([{ text, values: [currentScope().tenantId, id, new Date()] }]);
  }

  async nextPositionOutsideProjects(): Promise<number> {
    const last = { tail: 'order by t.position desc', alive: 'true' };
    const outside = () => 't.project_id is null';
    return positionAfter(await asConsequence(() => this.valueOf<number>('t.position', outside, last)));
  }

  async countIn(projectId: string): Promise<number> {
    const { bind, values } = new Params();
    const found = `select ${asConsequence(() => this.rows(bind))} and t.project_id = ${bind(projectId)} limit 1000`;
    const [row] = await this.database.query(`select count(*)::int as count from (${found}) found`, values);
    return row!.count as number;
  }

  async areIn(statusId: string): Promise<boolean> {
    const inStatus = (bind: Bind) => `t.status_id = ${bind(statusId)}`;
    return (await asConsequence(() => this.valueOf('t.id', inStatus, { alive: 'true' }))) !== undefined;
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('tasks', 't.project_id', bind);
  }
}
