import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import { type Status, StatusSet } from '@tandem/domain/projects/status';
import type { Statuses } from '@tandem/domain/projects/statuses.port';
import { Database } from '@tandem/platform/postgres/database';
import { equals } from '@tandem/platform/postgres/params';
import { byPosition } from '@tandem/platform/postgres/sql-pages';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { statusTable } from './project.table.js';
import { statusView } from './project.view.js';

export class SqlStatuses extends SqlStore<Status> implements Statuses {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: statusTable, view: statusView, filters: { projectId: equals('project_id') } });
  }

  async setOf(projectId: string | null): Promise<StatusSet> {
    return new StatusSet(
      await this.select(
        (bind) => (projectId ? `t.project_id = ${bind(projectId)}` : 't.project_id is null'),
        'order by t.position, t.id',
      ),
    );
  }

  readOf(projectId: string, id: string): Promise<Rendered> {
    return this.readWhere((bind) => `t.project_id = ${bind(projectId)} and t.id = ${bind(id)}`);
  }

  pageOf(projectId: string, request: PageRequest): Promise<Page> {
    return this.pageBy(request, { projectId }, byPosition);
  }

  async addAll(statuses: readonly Status[]): Promise<void> {
    await this.write(statuses.map((status) => this.map.insert(status)));
  }

  async isUsed(id: string): Promise<boolean> {
    const text = 'select 1 from tasks where tenant_id = $1 and status_id = $2 limit 1';
    return (await this.database.query(text, [currentScope().tenantId, id])).length > 0;
  }

  async replace(id: string, substitute: string): Promise<void> {
    const text = 'update tasks set status_id = $3 where tenant_id = $1 and status_id = $2';
    await this.database.query(text, [currentScope().tenantId, id, substitute]);
  }
}
