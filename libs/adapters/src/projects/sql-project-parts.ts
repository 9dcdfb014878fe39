import { positionAfter } from '@tandem/domain/core/position';
import type { Sections, Statuses } from '@tandem/domain/projects/projects.port';
import type { Section } from '@tandem/domain/projects/section';
import type { Status } from '@tandem/domain/projects/status';
import type { TaskStatus } from '@tandem/domain/projects/task-statuses';
import { type Bind, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { byPosition } from '@tandem/platform/store/orders';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { storeOf } from '@tandem/platform/store/store-of';
import { sectionFields, statusFields } from './project.fields.js';

export class SqlSections
  extends storeOf(SqlParts<Section>, { ...sectionFields, parent: 'project_id', order: byPosition })
  implements Sections
{
  async nextPosition(projectId: string): Promise<number> {
    const inProject = (bind: Bind) => `t.project_id = ${bind(projectId)}`;
    return positionAfter(await this.valueOf<number | null>('max(t.position)', inProject));
  }
}

export class SqlStatuses
  extends storeOf(SqlParts<Status>, { ...statusFields, parent: 'project_id', order: byPosition })
  implements Statuses
{
  async lockCategory({ id, category }: TaskStatus): Promise<void> {
    const text = `select must_refer(exists (
      select ${rowsOf('statuses')} and t.id = $2 and t.category = $3 for key share), 'status_id')`;
    await this.database.defer([tenantStatement(text, id, category)]);
  }
}
