import { currentScope } from '@tandem/domain/core/scope';
import type { Task } from '@tandem/domain/tasks/task';
import type { TaskMoves } from '@tandem/domain/tasks/task-moves.port';
import { Database } from '@tandem/platform/postgres/database';
import { type Bind, Params } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { visibleProjects } from '../access/visible-projects.js';
import { idsBelow, lockTasks } from './task-trees.js';
import { taskTable } from './task.table.js';
import { taskView } from './task.view.js';

/** So many are written in one round trip. */
const atOnce = 100;

/** A task and what is below it in its project. */
const movable = (
  top: string,
) => `(t.id = ${top} or t.id = any(${idsBelow(top)})) and t.project_id is not distinct from (
  select project_id from tasks where tenant_id = $1 and id = ${top})`;

const keep = `with leaving as (select tenant_id, id, project_id, identifier from tasks where tenant_id = $1 and id = any($2::uuid[]))
  insert into task_aliases (tenant_id, identifier, task_id)
  select l.tenant_id, i.identifier || substring(l.identifier from '-[0-9]+$'), l.id
  from leaving l join project_identifiers i on i.tenant_id = l.tenant_id and i.project_id = l.project_id
  on conflict do nothing`;

export class SqlTaskMoves extends SqlStore<Task> implements TaskMoves {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: taskTable, view: taskView });
  }

  async lockWithSubtasks(id: string): Promise<Task[]> {
    const { values, bind } = new Params();
    const rows = this.rows(bind);
    await lockTasks(this.database, `select t.id ${rows} and ${movable(bind(id))}`, values);
    // What somebody put below it, or took away, before all was locked is seen by a statement that starts after that.
    const tasks = await this.select((other) => movable(other(id)), 'order by t.id for update of t');
    return tasks.sort((a, b) => Number(b.id === id) - Number(a.id === id));
  }

  async keepIdentifiers(ids: readonly string[]): Promise<void> {
    await this.database.query(keep, [currentScope().tenantId, ids]);
  }

  async changeEach(tasks: readonly Task[], rule: (task: Task, index: number) => void): Promise<void> {
    for (const [index, task] of tasks.entries()) {
      rule(task, index);
      await this.save(task);
      if ((index + 1) % atOnce === 0) await this.database.query('select 1');
    }
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('tasks', 't.project_id', bind);
  }
}
