import { asConsequence } from '@tandem/domain/core/scope';
import type { InProject, ProjectTasks } from '@tandem/domain/projects/project-tasks.port';
import type { TaskProject } from '@tandem/domain/projects/projects.port';
import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import { advisoryLock, type Bind, boundStatement } from '@tandem/platform/postgres/statements';
import { SqlTasks } from './sql-tasks.js';

export class SqlProjectTasks extends SqlTasks implements ProjectTasks {
  async lockIn({ projectId, sectionId, statusId }: InProject): Promise<void> {
    // PostgreSQL keeps the lock of a row that stops matching during the wait, so concurrent callers could deadlock.
    const oneCaller = advisoryLock('tasks in a project', projectId);
    const where: TaskFilters = {
      projectId: [projectId],
      ...(sectionId && { sectionId: [sectionId] }),
      ...(statusId && { statusId: [statusId] }),
    };
    const picked = (bind: Bind) => [this.rows(bind, 'true'), ...this.filters.all(where).map((one) => one(bind))];
    const lock = (bind: Bind) => `select ${picked(bind).join(' and ')} order by t.id for update of t`;
    await asConsequence(() => this.database.batch([oneCaller, ...this.database.withTimeout(5, boundStatement(lock))]));
  }

  async countIn(projectId: string): Promise<number> {
    const found = (bind: Bind) => `select ${this.rows(bind)} and t.project_id = ${bind(projectId)} limit 1000`;
    const count = (bind: Bind) => `select count(*)::int as count from (${found(bind)}) t`;
    const [row] = await asConsequence(() => this.query(count));
    return row!.count as number;
  }

  areAnyIn(statusId: string): Promise<boolean> {
    const inStatus = (bind: Bind) => `${this.rows(bind, 'true')} and t.status_id = ${bind(statusId)} limit 1`;
    return asConsequence(() => this.exists((bind) => `select ${inStatus(bind)}`));
  }

  async renumber(projectId: string, identifier: string): Promise<void> {
    await asConsequence(() => this.changeEach({ projectId: [projectId] }, (task) => task.renumberFor(identifier)));
  }

  async leaveSection(sectionId: string): Promise<void> {
    await asConsequence(() => this.changeEach({ sectionId: [sectionId] }, (task) => task.leaveSection()));
  }

  async leaveStatus(statusId: string, statuses: TaskProject['statuses']): Promise<void> {
    await asConsequence(() => this.changeEach({ statusId: [statusId] }, (task) => task.leaveStatus(statuses)));
  }
}
