import type { App } from '@tandem/domain/apps/app';
import type { AppTool } from '@tandem/domain/apps/app-tool';
import type { Apps } from '@tandem/domain/apps/apps.port';
import { notFound } from '@tandem/domain/core/errors';
import type { Rendered } from '@tandem/domain/core/page';
import { keeping } from '@tandem/platform/postgres/keeping';
import { Params } from '@tandem/platform/postgres/params';
import { SqlAggregate } from '@tandem/platform/postgres/sql-aggregate';
import { appTable, appToolTable } from './app.table.js';
import { appToolView, appView } from './app.view.js';

const tools = { table: 'app_tools', owner: 'app_id', order: 'name', property: 'tools', wire: 'tools' } as const;

export class SqlApps
  extends keeping(
    SqlAggregate<App, AppTool>,
    { table: appTable, view: appView },
    { ...tools, schema: appToolTable, view: appToolView },
  )
  implements Apps
{
  async idOf(slug: string): Promise<string> {
    const params = new Params();
    const text = `select t.id ${this.rows(params.bind)} and t.slug = ${params.bind(slug)}`;
    const [row] = await this.database.query(text, params.values);
    if (!row) throw notFound();
    return row.id as string;
  }

  readOf(slug: string): Promise<Rendered<App>> {
    return this.readWhere((bind) => `t.slug = ${bind(slug)}`);
  }
}
