import type { AppTool } from '@tandem/domain/apps/app-tool';
import type { AppTools } from '@tandem/domain/apps/app-tools.port';
import type { Page, PageRequest } from '@tandem/domain/core/page';
import { Database } from '@tandem/platform/postgres/database';
import { equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { appToolTable } from './app.table.js';
import { appToolView } from './app.view.js';

export class SqlAppTools extends SqlStore<AppTool> implements AppTools {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: appToolTable, view: appToolView, filters: { appId: equals('app_id') } });
  }

  pageOf(appId: string, request: PageRequest): Promise<Page> {
    return this.pageBy(request, { appId }, { key: 't.name', type: 'text', direction: 'asc' });
  }
}
