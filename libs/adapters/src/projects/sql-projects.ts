import { positionAfter } from '@tandem/domain/core/placement';
import { currentScope } from '@tandem/domain/core/scope';
import type { Project } from '@tandem/domain/projects/project';
import type { ProjectFilters, Projects, Sections, Statuses, TaskProject } from '@tandem/domain/projects/projects.port';
import type { Section } from '@tandem/domain/projects/section';
import { type Status, StatusSet } from '@tandem/domain/projects/status';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import type { Outcome, Statement } from '@tandem/platform/postgres/batch';
import { keeping } from '@tandem/platform/store/keeping';
import { type Bind, contains, equals, Params } from '@tandem/platform/store/params';
import { RowMap } from '@tandem/platform/store/row-map';
import { byPosition } from '@tandem/platform/store/sql-pages';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { visibleProjects } from '../access/visible-projects.js';
import { projectTable, sectionTable, statusTable } from './project.table.js';
import { projectView, sectionView, statusView } from './project.view.js';

const filters = {
  status: equals('status'),
  isArchived: equals('is_archived'),
  q: contains('name', 'description', 'identifier'),
};

export class SqlProjects
  extends keeping(SqlStore<Project, ProjectFilters>, {
    table: projectTable,
    view: projectView,
    filters,
    searches: ['q'],
  })
  implements Projects
{
  private readonly statuses = new RowMap<Status>(statusTable, statusView);

  async admitTasks(projectId: string | null, count: number): Promise<TaskProject[]> {
    const list = this.listStatuses(projectId);
    // The number first: it locks the project, so that the statuses listed after it stay until the transaction ends.
    const statements = projectId ? [this.takeNumbers(projectId, count), list] : [list];
    const [listed, taken] = (await this.database.batch(statements)).reverse();
    if (taken?.rows.length === 0) return [];
    const project = taken ? this.map.revive(taken.rows[0]!) : null;
    const statuses = this.setOf(listed!, projectId);
    const first = (project?.nextTaskNumber ?? 0) - count;
    return Array.from({ length: count }, (_, index) => ({ project, statuses, number: first + index }));
  }

  async ofTasks(taskIds: readonly string[]): Promise<TaskProject[]> {
    const ofTasks = 'any(array(select project_id from tasks where tenant_id = $1 and id = any($2::uuid[])))';
    const values = [currentScope().tenantId, taskIds];
    const [projects, statuses] = await this.database.batch([
      { text: `select ${this.map.columns} from projects t where t.tenant_id = $1 and t.id = ${ofTasks}`, values },
      { text: this.listing(`(t.project_id = ${ofTasks} or t.project_id is null)`), values },
    ]);
    const found = [null, ...projects!.rows.map((row) => this.map.revive(row))];
    return found.map((project) => ({ project, statuses: this.setOf(statuses!, project?.id ?? null) }));
  }

  async statusesOf(projectId: string | null): Promise<StatusSet> {
    return this.setOf((await this.database.batch([this.listStatuses(projectId)]))[0]!, projectId);
  }

  async lockIdentifiersLike(stem: string): Promise<Set<string>> {
    const { tenantId } = currentScope();
    const text = 'select identifier from project_identifiers where tenant_id = $1 and starts_with(identifier, $2)';
    const [, known] = await this.database.batch([
      // If two projects of one name are created at once, the second waits and then sees which identifier the first got.
      advisoryLock(`project identifiers ${tenantId}`),
      { text, values: [tenantId, stem] },
    ]);
    return new Set(known!.rows.map((row) => row.identifier as string));
  }

  async isTaken(identifier: string, besides: string | null = null): Promise<boolean> {
    const text = `select 1 from project_identifiers
      where tenant_id = $1 and identifier = $2 and project_id is distinct from $3`;
    return (await this.database.query(text, [currentScope().tenantId, identifier, besides])).length > 0;
  }

  protected override alsoWritten(project: Project): Statement[] {
    return project.newIdentifier ? [register(project)] : [];
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('projects', 't.id', bind);
  }

  private listStatuses(projectId: string | null): Statement {
    const text = this.listing(projectId ? 't.project_id = $2' : 't.project_id is null');
    return { text, values: [currentScope().tenantId, ...(projectId ? [projectId] : [])] };
  }

  private listing(picked: string): string {
    return `select ${this.statuses.columns} from statuses t where t.tenant_id = $1 and ${picked} order by t.position, t.id`;
  }

  private setOf({ rows }: Outcome, projectId: string | null): StatusSet {
    return new StatusSet(rows.filter((row) => row.project_id === projectId).map((row) => this.statuses.revive(row)));
  }

  /** Only the policy for tasks counts: a caller may write tasks of a project without any right to the project itself. */
  private takeNumbers(projectId: string, count: number): Statement {
    const { values, bind } = new Params();
    const text = `update projects t set next_task_number = next_task_number + ${bind(count)}
      where t.tenant_id = ${bind(currentScope().tenantId)} and t.id = ${bind(projectId)} and t.deleted_at is null
        and ${visibleProjects('tasks', 't.id', bind) ?? 'true'} returning ${this.map.columns}`;
    return { text, values };
  }
}

/** A former identifier of a project stays reserved for it, and it may take it again. */
const register = ({ tenantId, identifier, id }: Project): Statement => ({
  text: `insert into project_identifiers (tenant_id, identifier, project_id) select $1, $2, $3
    where not exists (select from project_identifiers o where o.tenant_id = $1 and o.identifier = $2 and o.project_id = $3)`,
  values: [tenantId, identifier, id],
});

export class SqlSections
  extends keeping(SqlParts<Section>, { table: sectionTable, view: sectionView, whole: 'project_id', order: byPosition })
  implements Sections
{
  async nextPosition(projectId: string): Promise<number> {
    const inProject = (bind: Bind) => `t.project_id = ${bind(projectId)}`;
    return positionAfter(await this.valueOf<number | null>('max(t.position)', inProject));
  }
}

export class SqlStatuses
  extends keeping(SqlParts<Status>, { table: statusTable, view: statusView, whole: 'project_id', order: byPosition })
  implements Statuses
{
  async keep({ id, category }: Status): Promise<void> {
    const text = `select must_refer(exists (
      select from statuses where tenant_id = $1 and id = $2 and category = $3 for key share), 'status_id')`;
    await this.database.defer([{ text, values: [currentScope().tenantId, id, category] }]);
  }
}
