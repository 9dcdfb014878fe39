import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateExportSlots1795980700000 extends SqlMigration {
  protected readonly change = `
      create table export_slots (
        tenant_id uuid not null,
        id uuid not null,
        leased_until timestamptz not null,
        primary key (tenant_id, id)
      );
      ${tenantRows('export_slots')}`;
  protected readonly undo = 'drop table export_slots';
}
