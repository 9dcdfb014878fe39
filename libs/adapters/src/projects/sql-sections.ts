import type { Section } from '@tandem/domain/projects/section';
import type { Sections } from '@tandem/domain/projects/sections.port';
import { Database } from '@tandem/platform/postgres/database';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { sectionTable } from './project.table.js';
import { sectionView } from './project.view.js';

export class SqlSections extends SqlStore<Section> implements Sections {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: sectionTable, view: sectionView });
  }
}
