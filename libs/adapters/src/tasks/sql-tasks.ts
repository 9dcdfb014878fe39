import { notFound } from '@tandem/domain/core/errors';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import { lastPosition, positionGap } from '@tandem/domain/core/placement';
import type { Task } from '@tandem/domain/tasks/task';
import type { TaskFilters, Tasks } from '@tandem/domain/tasks/tasks.port';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { type Bind, Params } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { visibleProjects } from '../access/visible-projects.js';
import { taskFilters } from './task-filters.js';
import {
  above,
  family,
  follower,
  height,
  idsBelow,
  isClosed,
  lockTasks,
  predecessors,
  untouchedTree,
} from './task-trees.js';
import { taskTable } from './task.table.js';
import { taskView } from './task.view.js';

const restorable = `(t.deleted_at is null or t.deleted_at > now() - interval '30 days')`;
/** An identifier that a task may have had: project key and number. */
const identifierForm = /^([A-Z][A-Z0-9]{0,9})-([1-9][0-9]{0,9})$/;

export class SqlTasks extends SqlStore<Task, TaskFilters> implements Tasks {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: taskTable, view: taskView, filters: taskFilters });
  }

  override page(request: PageRequest & TaskFilters): Promise<Page<Task>> {
    return super.page({ ...request, includeSnoozed: request.includeSnoozed ?? false });
  }

  async readByIdentifier(identifier: string): Promise<Rendered<Task>> {
    const [whole, key, number] = identifierForm.exec(identifier.toUpperCase()) ?? [];
    if (!whole) throw notFound();
    const present = await this.findWhere((bind) => `t.identifier = ${bind(whole)}`);
    // Looked for apart: a statement for all cases would not use the index of the one that is asked for.
    return present ?? this.readByFormer(whole, key!, number!);
  }

  openBelow(id: string): Promise<Task[]> {
    return this.select((bind) => `not ${isClosed} and t.id = any(${idsBelow(bind(id))})`, 'order by t.id');
  }

  async closedAround(id: string, canceledAt: Date | null): Promise<Task[]> {
    const tasks = await this.select((bind) => {
      const [top, since] = [bind(id), bind(canceledAt)];
      const along = `select id from tasks where tenant_id = $1 and canceled_with = ${top} and canceled_at >= ${since}`;
      return `${isClosed} and t.id = any(array(${along}) || array(${above(top)}))`;
    }, 'order by t.id');
    return tasks.sort((a, b) => Number(b.canceledWith === id) - Number(a.canceledWith === id));
  }

  async lockFamily(id: string, parentId: string | null = null): Promise<void> {
    const { values, bind } = new Params();
    values.push(currentScope().tenantId, id, parentId ? [id, parentId] : [id]);
    const seen = `(select count(*) ${this.rows(bind)} and t.id = any($3::uuid[])) = cardinality($3::uuid[])`;
    await lockTasks(this.database, `${family} where ${seen}`, values);
  }

  async lockPredecessors(id: string): Promise<Task[]> {
    const { values, bind } = new Params();
    values.push(currentScope().tenantId, id);
    const seen = `exists (select ${this.rows(bind, 'true')} and t.id = $2)`;
    const ids = await lockTasks(this.database, `${predecessors} where ${seen}`, values);
    const found = await this.ofAll((all) => `t.id = any(${all(ids)}::uuid[])`);
    const before = ({ recursFrom }: Task) => found.find((task) => task.id === recursFrom);
    const line: Task[] = [];
    for (let task = found.find((one) => one.id === id); task && (task = before(task));) line.push(task);
    return line;
  }

  async changeUntouched(id: string, rule: (task: Task) => void): Promise<void> {
    const tree = await this.database.query(untouchedTree, [currentScope().tenantId, id]);
    if (tree.every(({ untouched }) => untouched))
      for (const one of tree) await this.changeUnseen(one.id as string, rule);
  }

  async changeUnfollowed(id: string, rule: (task: Task) => void): Promise<Task | undefined> {
    const [next] = await this.database.query(follower, [currentScope().tenantId, id]);
    return next ? undefined : this.changeUnseen(id, rule);
  }

  changeRestorable(id: string, rule: (task: Task) => void): Promise<Task> {
    return this.changeFirst(() => this.select((bind) => `t.id = ${bind(id)}`, 'for update of t', restorable), rule);
  }

  async touch(id: string): Promise<void> {
    const text = 'update tasks set updated_at = $3 where tenant_id = $1 and id = $2';
    await this.database.defer([{ text, values: [currentScope().tenantId, id, new Date()] }]);
  }

  async holdTree(): Promise<void> {
    await this.database.batch([advisoryLock(`task tree ${currentScope().tenantId}`)]);
  }

  async nesting(parentId: string, id?: string): Promise<{ line: string[]; height: number }> {
    const { tenantId } = currentScope();
    const [up, down] = await this.database.batch([
      { text: above('$2'), values: [tenantId, parentId] },
      ...(id ? [{ text: height, values: [tenantId, id] }] : []),
    ]);
    const line = [parentId, ...up!.rows.map((row) => row.id as string)];
    return { line, height: (down?.rows[0]!.height ?? 0) as number };
  }

  async nextPositionOutsideProjects(): Promise<number> {
    const [row] = await this.database.query(
      // In the order of the index, project first: the last of them is then found without reading the others.
      `select least(coalesce((select position from tasks where tenant_id = $1 and project_id is null
         order by project_id desc, position desc limit 1), 0)::bigint + ${positionGap}, ${lastPosition})::int as next`,
      [currentScope().tenantId],
    );
    return row!.next as number;
  }

  leaveSection(sectionId: string): Promise<void> {
    return this.changeAll(
      (bind) => `t.section_id = ${bind(sectionId)}`,
      (task) => task.adapt({ sectionId: null }),
    );
  }

  changeStatus(fromId: string, toId: string): Promise<void> {
    return this.changeAll(
      (bind) => `t.status_id = ${bind(fromId)}`,
      (task) => task.adapt({ statusId: toId }),
    );
  }

  bear(projectId: string, identifier: string): Promise<void> {
    return this.changeAll(
      (bind) => `t.project_id = ${bind(projectId)}`,
      (task) => task.bear(identifier),
    );
  }

  async living(projectId: string): Promise<number> {
    const living = 'select from tasks where tenant_id = $1 and project_id = $2 and deleted_at is null limit 1000';
    const text = `select count(*)::int as count from (${living}) living`;
    const [row] = await this.database.query(text, [currentScope().tenantId, projectId]);
    return row!.count as number;
  }

  async areIn(statusId: string): Promise<boolean> {
    const text = 'select 1 from tasks where tenant_id = $1 and status_id = $2 limit 1';
    return (await this.database.query(text, [currentScope().tenantId, statusId])).length > 0;
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('tasks', 't.project_id', bind);
  }

  /** By an identifier the task had before it moved, or before its project was renamed. */
  private async readByFormer(whole: string, key: string, number: string): Promise<Rendered<Task>> {
    const [row] = await this.database.query(
      `select (select task_id from task_aliases where tenant_id = $1 and identifier = $2) as id,
         (select p.identifier from project_identifiers i join projects p on p.tenant_id = $1 and p.id = i.project_id
          where i.tenant_id = $1 and i.identifier = $3) as key`,
      [currentScope().tenantId, whole, key],
    );
    if (row!.id) return this.readWhere((bind) => `t.id = ${bind(row!.id)}`);
    return this.readWhere((bind) => `t.identifier = ${bind(`${String(row!.key)}-${number}`)}`);
  }

  private changeUnseen(id: string, rule: (task: Task) => void): Promise<Task> {
    const locked = () => this.ofAll((bind) => `t.id = ${bind(id)} and t.deleted_at is null`, 'for update of t');
    return this.changeFirst(locked, rule);
  }

  private changeFirst(locked: () => Promise<Task[]>, rule: (task: Task) => void): Promise<Task> {
    return this.database.run(async () => {
      const [task] = await locked();
      if (!task) throw notFound();
      rule(task);
      await this.save(task);
      return task;
    });
  }

  /** Tasks of the tenant, deleted ones and those that the caller does not see too. */
  private async ofAll(condition: (bind: Bind) => string, tail = ''): Promise<Task[]> {
    const { values, bind } = new Params();
    const where = [...this.ofTenant(bind, 'true'), condition(bind)].join(' and ');
    const rows = await this.database.query(`select ${this.map.columns} from tasks t where ${where} ${tail}`, values);
    return rows.map((row) => this.map.revive(row));
  }
}
