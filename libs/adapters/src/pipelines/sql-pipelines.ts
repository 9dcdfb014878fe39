import { List } from '@tandem/domain/core/page';
import { lastPosition } from '@tandem/domain/core/placement';
import { currentScope } from '@tandem/domain/core/scope';
import type { Pipeline } from '@tandem/domain/pipelines/pipeline';
import type { Pipelines } from '@tandem/domain/pipelines/pipelines.port';
import type { Stage } from '@tandem/domain/pipelines/stage';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { fitting } from '@tandem/platform/postgres/full-pages';
import { keeping } from '@tandem/platform/postgres/keeping';
import { Params } from '@tandem/platform/postgres/params';
import { SqlAggregate } from '@tandem/platform/postgres/sql-aggregate';
import { pipelineTable, stageTable } from './pipeline.table.js';
import { pipelineView, stagesOfPipeline, stageView } from './pipeline.view.js';

const mostListed = 1000;

export class SqlPipelines
  extends keeping(
    SqlAggregate<Pipeline, Stage>,
    { table: pipelineTable, view: pipelineView },
    { ...stagesOfPipeline, property: 'stages', wire: 'stages', schema: stageTable, view: stageView },
  )
  implements Pipelines
{
  async list(): Promise<List<Pipeline>> {
    const { bind, values } = new Params();
    const rows = await this.pages.untilFull({
      head: 'select t.id, null::text as key',
      tail: `${this.rows(bind)} order by t.display_order, t.created_at, t.id limit ${mostListed + 1}`,
      values,
    });
    const { rendered, isCut } = fitting(rows, mostListed);
    return new List(rendered, isCut);
  }

  async lockDefault(): Promise<string | undefined> {
    // No row could be locked for it: of a new tenant there is none yet.
    await this.database.batch([advisoryLock(`pipelines ${currentScope().tenantId}`)]);
    return (await this.column('t.id as value', 'and t.is_default'))[0] as string | undefined;
  }

  async nextDisplayOrder(): Promise<number> {
    const [last] = (await this.column('max(t.display_order) as value', '')) as (number | null)[];
    return Math.min((last ?? -1) + 1, lastPosition);
  }

  async oldest(): Promise<string | undefined> {
    return (await this.column('t.id as value', 'order by t.created_at, t.id'))[0] as string | undefined;
  }

  private async column(value: string, tail: string): Promise<unknown[]> {
    const params = new Params();
    const text = `select ${value} ${this.rows(params.bind)} ${tail} limit 1`;
    return (await this.database.query(text, params.values)).map((row) => row.value);
  }
}
