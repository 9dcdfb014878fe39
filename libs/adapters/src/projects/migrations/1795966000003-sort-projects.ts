import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class SortProjects1795966000003 extends SqlMigration {
  protected readonly change = `
      create index projects_by_name on projects (tenant_id, name collate "und-x-icu", id);
      create index projects_by_target_date on projects
        (tenant_id, (case when target_date is null then 'infinity' else target_date end), id);
      create index projects_by_target_date_reversed on projects
        (tenant_id, (case when target_date is null then '-infinity' else target_date end), id)`;
  protected readonly undo = 'drop index projects_by_name, projects_by_target_date, projects_by_target_date_reversed';
}
