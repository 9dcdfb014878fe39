import { notFound } from '@tandem/domain/core/errors';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { Task } from '@tandem/domain/tasks/task';
import type { Tasks } from '@tandem/domain/tasks/tasks.port';
import { Database } from '@tandem/platform/postgres/database';
import type { Bind } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { visibleProjects } from '@tandem/platform/postgres/visible-projects';
import { taskFilters } from './task-filters.js';
import { taskTable } from './task.table.js';
import { taskView } from './task.view.js';

const restorable = `t.deleted_at > now() - interval '30 days'`;

export class SqlTasks extends SqlStore<Task> implements Tasks {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: taskTable, view: taskView, filters: taskFilters });
  }

  override page(request: PageRequest & { includeSnoozed?: boolean }): Promise<Page> {
    const withDefault = { ...request, includeSnoozed: request.includeSnoozed ?? false };
    return super.page(withDefault);
  }

  async readByIdentifier(identifier: string): Promise<Rendered> {
    const wanted = identifier.toUpperCase();
    return this.readWhere((bind) => `t.identifier = ${bind(wanted)}`).catch(() => this.readByFormer(wanted));
  }

  openDescendants(id: string): Promise<string[]> {
    return this.ids(
      `with recursive below as (
        select id, 1 as depth from tasks where tenant_id = $1 and parent_id = $2 and deleted_at is null
        union all
        select c.id, b.depth + 1 from tasks c join below b on c.parent_id = b.id where c.tenant_id = $1 and c.deleted_at is null and b.depth < 20)
      select t.id from below join tasks t on t.tenant_id = $1 and t.id = below.id
      where t.completed_at is null and t.canceled_at is null order by below.depth, t.id`,
      id,
    );
  }

  canceledWith(id: string): Promise<string[]> {
    return this.ids(
      'select id from tasks where tenant_id = $1 and canceled_with = $2 and deleted_at is null order by id',
      id,
    );
  }

  ancestors(id: string): Promise<string[]> {
    return this.ids(
      `with recursive above as (
        select parent_id as id, 1 as depth from tasks where tenant_id = $1 and id = $2 and parent_id is not null
        union all
        select t.parent_id, a.depth + 1 from tasks t join above a on t.id = a.id where t.tenant_id = $1 and t.parent_id is not null and a.depth < 20)
      select id from above order by depth`,
      id,
    );
  }

  async heightOf(id: string): Promise<number> {
    const [row] = await this.database.query(
      `with recursive below as (
         select id, 1 as depth from tasks where tenant_id = $1 and parent_id = $2 and deleted_at is null
         union all
         select c.id, b.depth + 1 from tasks c join below b on c.parent_id = b.id where c.tenant_id = $1 and c.deleted_at is null and b.depth < 20)
       select coalesce(max(depth), 0) as height from below`,
      [currentScope().tenantId, id],
    );
    return row!.height as number;
  }

  async nextPosition(projectId: string | null): Promise<number> {
    const [row] = await this.database.query(
      `select least(coalesce(max(position), 0)::bigint + 1024, 2147483647)::int as next from tasks
       where tenant_id = $1 and project_id is not distinct from $2`,
      [currentScope().tenantId, projectId],
    );
    return row!.next as number;
  }

  restore(id: string): Promise<Task> {
    return this.database.run(async () => {
      const [task] = await this.select((bind) => `t.id = ${bind(id)}`, 'for update of t', restorable);
      if (!task) throw notFound();
      task.restore();
      await this.save(task);
      return task;
    });
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('tasks', 't.project_id', bind);
  }

  /** Former identifiers: of a task that moved, or of a project that was renamed. */
  private readByFormer(identifier: string): Promise<Rendered> {
    return this.readWhere((bind) => {
      const whole = bind(identifier);
      return `t.id = coalesce(
        (select a.task_id from task_aliases a where a.tenant_id = t.tenant_id and a.identifier = ${whole}),
        (select r.id from project_identifiers i join tasks r on r.tenant_id = i.tenant_id and r.project_id = i.project_id
         where i.tenant_id = t.tenant_id and i.identifier = split_part(${whole}, '-', 1)
           and r.identifier like '%-' || split_part(${whole}, '-', 2)))`;
    });
  }

  private async ids(text: string, id: string): Promise<string[]> {
    return (await this.database.query(text, [currentScope().tenantId, id])).map((row) => row.id as string);
  }
}
