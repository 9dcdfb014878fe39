import type { App } from '@tandem/domain/apps/app';
import type { AppTool } from '@tandem/domain/apps/app-tool';
import type { Apps, AppTools, ToolFilters } from '@tandem/domain/apps/apps.port';
import { orNotFound } from '@tandem/domain/core/errors';
import { storeOf } from '@tandem/platform/store/store-of';
import { SqlAggregate } from '@tandem/platform/store/sql-aggregate';
import type { Order } from '@tandem/platform/store/orders';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { appFields } from './app.fields.js';
import { isQuarantined } from './app-rules.js';
import { appToolFields, appToolView } from './app-tool.fields.js';

const tools = { table: 'app_tools', owner: 'app_id', order: 'name', property: 'tools', wire: 'tools' } as const;

export class SqlApps
  extends storeOf(SqlAggregate<App, AppTool>, appFields, { ...tools, schema: appToolFields.table, view: appToolView })
  implements Apps
{
  async idOf(slug: string): Promise<string> {
    return orNotFound(await this.valueOf<string>('t.id', (bind) => `t.slug = ${bind(slug)}`));
  }

  withSlug(slug: string): Promise<App | undefined> {
    return this.first((bind) => `t.slug = ${bind(slug)}`);
  }
}

const byName: Order = { key: 't.name', type: 'text', direction: 'asc' };

export class SqlAppTools
  extends storeOf(SqlParts<AppTool, ToolFilters>, {
    ...appToolFields,
    filters: { isQuarantined: () => isQuarantined },
    parent: 'app_id',
    order: byName,
  })
  implements AppTools {}
