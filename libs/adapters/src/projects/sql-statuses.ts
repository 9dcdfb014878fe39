import { type Status, StatusSet } from '@tandem/domain/projects/status';
import type { Statuses } from '@tandem/domain/projects/statuses.port';
import { keeping } from '@tandem/platform/postgres/keeping';
import { byPosition } from '@tandem/platform/postgres/sql-pages';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { statusTable } from './project.table.js';
import { statusView } from './project.view.js';

export class SqlStatuses
  extends keeping(SqlParts<Status>, { table: statusTable, view: statusView, whole: 'project_id', order: byPosition })
  implements Statuses
{
  async setOf(projectId: string | null): Promise<StatusSet> {
    return new StatusSet(
      await this.select(
        (bind) => (projectId ? `t.project_id = ${bind(projectId)}` : 't.project_id is null'),
        'order by t.position, t.id',
      ),
    );
  }
}
