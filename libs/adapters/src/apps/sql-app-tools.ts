import type { AppTool } from '@tandem/domain/apps/app-tool';
import type { AppTools } from '@tandem/domain/apps/app-tools.port';
import { keeping } from '@tandem/platform/postgres/keeping';
import type { Order } from '@tandem/platform/postgres/sql-pages';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { appToolTable } from './app.table.js';
import { appToolView } from './app.view.js';

const byName: Order = { key: 't.name', type: 'text', direction: 'asc' };

export class SqlAppTools
  extends keeping(SqlParts<AppTool>, { table: appToolTable, view: appToolView, whole: 'app_id', order: byName })
  implements AppTools {}
