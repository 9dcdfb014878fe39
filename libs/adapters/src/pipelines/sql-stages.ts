import type { Stage } from '@tandem/domain/pipelines/stage';
import type { Stages } from '@tandem/domain/pipelines/stages.port';
import { keeping } from '@tandem/platform/postgres/keeping';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { stageTable } from './pipeline.table.js';
import { stageView } from './pipeline.view.js';

export class SqlStages
  extends keeping(SqlParts<Stage>, { table: stageTable, view: stageView, whole: 'pipeline_id' })
  implements Stages
{
  protected override visible(): string {
    return `exists (select from pipelines p where p.tenant_id = t.tenant_id and p.id = t.pipeline_id and p.deleted_at is null)`;
  }
}
