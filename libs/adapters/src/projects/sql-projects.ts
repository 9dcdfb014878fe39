import { currentScope } from '@tandem/domain/core/scope';
import { conflict } from '@tandem/domain/core/errors';
import type { Project } from '@tandem/domain/projects/project';
import type { Projects, TaskHome } from '@tandem/domain/projects/projects.port';
import { type Status, StatusSet } from '@tandem/domain/projects/status';
import { Database } from '@tandem/platform/postgres/database';
import { type Bind, contains, equals, Params } from '@tandem/platform/postgres/params';
import { RowMap } from '@tandem/platform/postgres/row-map';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { projectTable, statusTable } from './project.table.js';
import { projectView, statusView } from './project.view.js';
import { visibleProjects } from '@tandem/platform/postgres/visible-projects';

const filters = {
  status: equals('status'),
  isArchived: equals('is_archived'),
  q: contains('name', 'description', 'identifier'),
};

export class SqlProjects extends SqlStore<Project> implements Projects {
  static needs = [Database] as const;
  private readonly statuses = new RowMap<Status>(statusTable, statusView);

  constructor(database: Database) {
    super(database, { table: projectTable, view: projectView, filters });
  }

  override add(project: Project): Promise<Project> {
    return this.database.run(async () => {
      await super.add(project);
      await this.register(project);
      return project;
    });
  }

  async admitTask(projectId: string | null): Promise<TaskHome | undefined> {
    const { tenantId } = currentScope();
    const list = {
      text: `select ${this.statuses.columns} from statuses t where t.tenant_id = $1 and t.project_id is not distinct from $2 order by t.position, t.id`,
      values: [tenantId, projectId],
    };
    const [listed, taken] = await this.database.batch(projectId ? [list, this.takeNumber(projectId)] : [list]);
    if (taken?.rows.length === 0) return undefined;
    const project = taken ? this.map.revive(taken.rows[0]!) : null;
    return { project, statuses: new StatusSet(listed!.rows.map((row) => this.statuses.revive(row))) };
  }

  async freeIdentifier(stem: string): Promise<string> {
    const rows = await this.database.query(
      `select identifier from project_identifiers where tenant_id = $1 and identifier like $2`,
      [currentScope().tenantId, `${stem.slice(0, 8)}%`],
    );
    const taken = new Set(rows.map((row) => row.identifier));
    if (!taken.has(stem)) return stem;
    for (let number = 2; number < 100; number++) {
      const candidate = `${stem.slice(0, 8)}${number}`;
      if (!taken.has(candidate)) return candidate;
    }
    throw conflict('identifier_taken', 'No identifier could be derived from the name; choose one.');
  }

  async isTaken(identifier: string): Promise<boolean> {
    const text = 'select 1 from project_identifiers where tenant_id = $1 and identifier = $2';
    return (await this.database.query(text, [currentScope().tenantId, identifier])).length > 0;
  }

  async renamed(project: Project): Promise<void> {
    const { tenantId, id, identifier } = project;
    await this.register(project);
    // A project with many tasks may take longer than an ordinary statement is given.
    await this.database.query(`set local statement_timeout = '8s'`);
    await this.database.query(
      `update tasks set identifier = $3 || substring(identifier from '-[0-9]+$') where tenant_id = $1 and project_id = $2`,
      [tenantId, id, identifier],
    );
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleProjects('projects', 't.id', bind);
  }

  private async register({ tenantId, identifier, id }: Project): Promise<void> {
    const text = 'insert into project_identifiers (tenant_id, identifier, project_id) values ($1, $2, $3)';
    await this.database.query(text, [tenantId, identifier, id]);
  }

  private takeNumber(projectId: string) {
    const params = new Params();
    const where = this.rows(params.bind).replace('from projects t where', '');
    const text = `update projects t set next_task_number = next_task_number + 1 where ${where} and t.id = ${params.bind(projectId)}
      returning ${this.map.columns}`;
    return { text, values: params.values };
  }
}
