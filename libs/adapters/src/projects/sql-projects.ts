import { type Project, StatusSet } from '@tandem/domain/projects/project';
import type { ProjectFilters, Projects, TaskProject } from '@tandem/domain/projects/projects.port';
import type { Status } from '@tandem/domain/projects/status';
import { type TaskStatus, TaskStatuses, taskStatusFields } from '@tandem/domain/projects/task-statuses';
import { contains, equals } from '@tandem/platform/postgres/filters';
import {
  advisoryLock,
  type Bind,
  boundStatement,
  ofTenant,
  rowsOf,
  tenantStatement,
} from '@tandem/platform/postgres/statements';
import type { Outcome, Statement } from '@tandem/platform/postgres/batch';
import { storeOf } from '@tandem/platform/store/store-of';
import { RowMap } from '@tandem/platform/store/row-map';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { visibleProjects } from '../access/visible-projects.js';
import { projectFields, statusFields, statusView } from './project.fields.js';
import { projectSorts } from './project-sorts.js';

const filters = {
  status: equals('status'),
  isArchived: equals('is_archived'),
  q: contains('name', 'description', 'identifier'),
};

export class SqlProjects
  extends storeOf(SqlStore<Project, ProjectFilters>, {
    ...projectFields,
    filters,
    searches: ['q'],
    sorts: projectSorts,
  })
  implements Projects
{
  private readonly statuses = new RowMap<Status>(statusFields.table, statusView);
  private readonly ofTask = this.statuses.columnsOf(taskStatusFields);

  async admitTasks(projectId: string, count: number): Promise<TaskProject[]> {
    const [numbered, listed] = await this.database.batch([
      // The numbers come first: they lock the project, and so its statuses, until the transaction ends.
      this.takeNumbers(projectId, count),
      this.listStatuses(projectId, this.ofTask),
    ]);
    if (numbered!.rows.length === 0) return [];
    const project = this.map.revive(numbered!.rows[0]!);
    const statuses = statusesIn(listed!, projectId);
    const first = project.nextTaskNumber - count;
    return Array.from({ length: count }, (_, index) => ({ project, statuses, number: first + index }));
  }

  async ofTasks(taskIds: readonly string[]): Promise<TaskProject[]> {
    const ofTasks = `any(array(select t.project_id ${rowsOf('tasks')} and t.id = any($2::uuid[])))`;
    const [projects, statuses] = await this.database.batch([
      tenantStatement(`select ${this.map.columns} ${rowsOf('projects')} and t.id = ${ofTasks}`, taskIds),
      tenantStatement(selectStatuses(this.ofTask, `(t.project_id = ${ofTasks} or t.project_id is null)`), taskIds),
    ]);
    const found = [null, ...projects!.rows.map((row) => this.map.revive(row))];
    return found.map((project) => ({ project, statuses: statusesIn(statuses!, project?.id ?? null) }));
  }

  async statusesOf(projectId: string | null): Promise<StatusSet> {
    const [listed] = await this.database.batch([this.listStatuses(projectId, this.statuses.columns)]);
    return new StatusSet(listed!.rows.map((row) => this.statuses.revive(row)));
  }

  async lockIdentifiersLike(stem: string): Promise<Set<string>> {
    const text = `select t.identifier ${rowsOf('project_identifiers')} and starts_with(t.identifier, $2)`;
    const [, known] = await this.database.batch([
      // The second of two projects created concurrently with one name waits and sees the first one's identifier.
      advisoryLock('project identifiers'),
      tenantStatement(text, stem),
    ]);
    return new Set(known!.rows.map((row) => row.identifier as string));
  }

  isTaken(identifier: string, except: string | null = null): Promise<boolean> {
    const others = (bind: Bind) =>
      `t.identifier = ${bind(identifier)} and t.project_id is distinct from ${bind(except)}`;
    return this.exists((bind) => `select ${rowsOf('project_identifiers')} and ${others(bind)}`);
  }

  protected override alsoWritten(project: Project): Statement[] {
    return project.newIdentifier ? [register(project)] : [];
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('projects', 't.id', bind);
  }

  private listStatuses(projectId: string | null, columns: string): Statement {
    return boundStatement((bind) =>
      selectStatuses(columns, projectId ? `t.project_id = ${bind(projectId)}` : 't.project_id is null'),
    );
  }

  /** Checks only the policy for tasks: writing tasks of a project needs no right to the project itself. */
  private takeNumbers(projectId: string, count: number): Statement {
    return boundStatement(
      (bind) => `update projects t set next_task_number = next_task_number + ${bind(count)}
        where ${ofTenant()} and t.id = ${bind(projectId)} and t.deleted_at is null
          and ${visibleProjects('tasks', 't.id', bind) ?? 'true'} returning ${this.map.columns}`,
    );
  }
}

const selectStatuses = (columns: string, condition: string) =>
  `select ${columns} ${rowsOf('statuses')} and ${condition} order by t.position, t.id`;

const statusesIn = ({ rows }: Outcome, projectId: string | null) =>
  new TaskStatuses((rows as unknown as TaskStatus[]).filter((status) => status.projectId === projectId));

/** A former identifier stays reserved for the project, which may use it again. */
const register = ({ identifier, id }: Project): Statement =>
  tenantStatement(
    `insert into project_identifiers (tenant_id, identifier, project_id) select $1, $2, $3
    where not exists (select ${rowsOf('project_identifiers')} and t.identifier = $2 and t.project_id = $3)`,
    identifier,
    id,
  );
