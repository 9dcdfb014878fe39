import { sweeperRole } from '@tandem/platform/postgres/connection';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class MarkChangedZones1795972000000 extends SqlMigration {
  protected readonly change = `
      alter table tenants add column zone_changed_at timestamptz;
      create index tenants_with_new_zone on tenants (zone_changed_at) where zone_changed_at is not null;
      grant select (zone_changed_at) on tenants to ${sweeperRole}`;
  protected readonly undo = 'alter table tenants drop column zone_changed_at';
}
