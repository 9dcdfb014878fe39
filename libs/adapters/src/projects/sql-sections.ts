import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { Section } from '@tandem/domain/projects/section';
import type { Sections } from '@tandem/domain/projects/sections.port';
import { Database } from '@tandem/platform/postgres/database';
import { equals } from '@tandem/platform/postgres/params';
import { byPosition } from '@tandem/platform/postgres/sql-pages';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { sectionTable } from './project.table.js';
import { sectionView } from './project.view.js';

export class SqlSections extends SqlStore<Section> implements Sections {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: sectionTable, view: sectionView, filters: { projectId: equals('project_id') } });
  }

  readOf(projectId: string, id: string): Promise<Rendered> {
    return this.readWhere((bind) => `t.project_id = ${bind(projectId)} and t.id = ${bind(id)}`);
  }

  pageOf(projectId: string, request: PageRequest): Promise<Page> {
    return this.pageBy(request, { projectId }, byPosition);
  }

  async nextPosition(projectId: string): Promise<number> {
    const text = `select least(coalesce(max(position), 0)::bigint + 1024, 2147483647)::int as next from sections
      where tenant_id = $1 and project_id = $2`;
    const [row] = await this.database.query(text, [currentScope().tenantId, projectId]);
    return row!.next as number;
  }

  async empty(id: string): Promise<void> {
    const text = 'update tasks set section_id = null where tenant_id = $1 and section_id = $2';
    await this.database.query(text, [currentScope().tenantId, id]);
  }
}
