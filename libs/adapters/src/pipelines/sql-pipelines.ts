import { List } from '@tandem/domain/core/page';
import { lastPosition } from '@tandem/domain/core/position';
import type { Pipeline } from '@tandem/domain/pipelines/pipeline';
import type { Pipelines, Stages } from '@tandem/domain/pipelines/pipelines.port';
import type { Stage } from '@tandem/domain/pipelines/stage';
import { advisoryLock } from '@tandem/platform/postgres/statements';
import { storeOf } from '@tandem/platform/store/store-of';
import { SqlAggregate } from '@tandem/platform/store/sql-aggregate';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { pipelineFields, stageFields, stageView, stagesOfPipeline } from './pipeline.fields.js';

const maxListed = 1000;

export class SqlPipelines
  extends storeOf(SqlAggregate<Pipeline, Stage>, pipelineFields, {
    ...stagesOfPipeline,
    property: 'stages',
    wire: 'stages',
    schema: stageFields.table,
    view: stageView,
  })
  implements Pipelines
{
  async list(): Promise<List<Pipeline>> {
    const sorted = 'order by t.display_order, t.created_at, t.id';
    const listed = { key: 'null::text', sorted };
    const { rendered, isCut } = await this.pages.list(maxListed, listed, (bind) => this.rows(bind));
    return new List(rendered, isCut);
  }

  async lockDefault(): Promise<string | undefined> {
    // An advisory lock, since a new tenant has no row to lock.
    await this.database.batch([advisoryLock('default pipeline')]);
    return this.valueOf('t.id', () => 't.is_default');
  }

  async nextDisplayOrder(): Promise<number> {
    const last = await this.valueOf<number | null>('max(t.display_order)');
    return Math.min((last ?? -1) + 1, lastPosition);
  }

  oldest(): Promise<string | undefined> {
    return this.valueOf('t.id', undefined, { tail: 'order by t.created_at, t.id' });
  }
}

export class SqlStages extends storeOf(SqlParts<Stage>, { ...stageFields, parent: 'pipeline_id' }) implements Stages {
  protected override visible(): string {
    return `exists (select from pipelines p
      where p.tenant_id = t.tenant_id and p.id = t.pipeline_id and p.deleted_at is null)`;
  }
}
