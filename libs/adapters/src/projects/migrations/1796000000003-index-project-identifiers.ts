import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class IndexProjectIdentifiers1796000000003 extends SqlMigration {
  protected readonly change = `
      create index project_identifiers_by_project on project_identifiers (tenant_id, project_id)`;
  protected readonly undo = 'drop index project_identifiers_by_project';
}
