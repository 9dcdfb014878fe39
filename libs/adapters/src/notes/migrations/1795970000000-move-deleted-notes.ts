import { SqlMigration } from '@tandem/platform/schema/sql-migration';

/** Deleted notes of deleted notebooks move to the default notebook, so that they can be restored. */
export class MoveDeletedNotes1795970000000 extends SqlMigration {
  protected readonly change = `
      -- Forced row-level security hides every row from the owner of the table.
      alter table notes no force row level security;
      alter table notebooks no force row level security;
      update notes n set notebook_id = d.id from notebooks b, notebooks d
      where n.deleted_at is not null
        and b.tenant_id = n.tenant_id and b.id = n.notebook_id and b.deleted_at is not null
        and d.tenant_id = n.tenant_id and d.is_default;
      alter table notebooks force row level security;
      alter table notes force row level security`;
  /** Earlier versions do not restore notes. */
  protected readonly undo = 'select';
}
