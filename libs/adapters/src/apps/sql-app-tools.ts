import type { AppTool } from '@tandem/domain/apps/app-tool';
import type { AppTools } from '@tandem/domain/apps/app-tools.port';
import { Database } from '@tandem/platform/postgres/database';
import type { Order } from '@tandem/platform/postgres/sql-pages';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { appToolTable } from './app.table.js';
import { appToolView } from './app.view.js';

const byName: Order = { key: 't.name', type: 'text', direction: 'asc' };

export class SqlAppTools extends SqlParts<AppTool> implements AppTools {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: appToolTable, view: appToolView, whole: 'app_id', order: byName });
  }
}
