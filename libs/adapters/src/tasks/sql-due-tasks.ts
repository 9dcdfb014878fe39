import { currentScope } from '@tandem/domain/core/scope';
import type { DueTasks, TaskPlace } from '@tandem/domain/tasks/due-tasks.port';
import type { Task } from '@tandem/domain/tasks/task';
import { Database } from '@tandem/platform/postgres/database';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { taskTable } from './task.table.js';
import { taskView } from './task.view.js';

const mostAtOnce = 2000;
const sleptIn = 't.snoozed_until <= now() and t.deleted_at is null';
const overtaken = 't.next_occurrence <= now() and t.deleted_at is null';
const firstOf = (condition: string, key: string) =>
  `select t.tenant_id as "tenantId", t.id from tasks t where ${condition} order by t.${key} limit ${mostAtOnce}`;

export class SqlDueTasks extends SqlStore<Task> implements DueTasks {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: taskTable, view: taskView });
  }

  sleptInAcrossTenants(): Promise<TaskPlace[]> {
    return this.placesAcrossTenants(firstOf(sleptIn, 'snoozed_until'));
  }

  async changeSleptIn(id: string, rule: (task: Task) => void): Promise<void> {
    await this.database.run(async () => {
      const [task] = await this.free(id, sleptIn);
      if (!task) return;
      rule(task);
      await this.save(task);
    });
  }

  overtakenAcrossTenants(): Promise<TaskPlace[]> {
    return this.placesAcrossTenants(firstOf(overtaken, 'next_occurrence'));
  }

  async changeOvertaken(id: string, rule: (task: Task) => void): Promise<void> {
    await this.database.run(async () => {
      const [task] = await this.free(id, overtaken);
      if (!task) return;
      rule(task);
      const text = 'update tasks set next_occurrence = $3 where tenant_id = $1 and id = $2';
      await this.database.query(text, [currentScope().tenantId, id, task.nextOccurrence]);
    });
  }

  /** The task if it is as the condition says and nobody has it, locked. */
  private free(id: string, condition: string): Promise<Task[]> {
    return this.select((bind) => `t.id = ${bind(id)} and ${condition}`, 'for update of t skip locked');
  }

  private async placesAcrossTenants(text: string): Promise<TaskPlace[]> {
    return (await this.database.acrossTenants(() => this.database.query(text))) as unknown as TaskPlace[];
  }
}
