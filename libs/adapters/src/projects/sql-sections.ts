import { positionAfter } from '@tandem/domain/core/placement';
import { currentScope } from '@tandem/domain/core/scope';
import type { Section } from '@tandem/domain/projects/section';
import type { Sections } from '@tandem/domain/projects/sections.port';
import { keeping } from '@tandem/platform/postgres/keeping';
import { byPosition } from '@tandem/platform/postgres/sql-pages';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { sectionTable } from './project.table.js';
import { sectionView } from './project.view.js';

export class SqlSections
  extends keeping(SqlParts<Section>, { table: sectionTable, view: sectionView, whole: 'project_id', order: byPosition })
  implements Sections
{
  async nextPosition(projectId: string): Promise<number> {
    const text = 'select max(position) as last from sections where tenant_id = $1 and project_id = $2';
    const [row] = await this.database.query(text, [currentScope().tenantId, projectId]);
    return positionAfter(row!.last as number | null);
  }
}
