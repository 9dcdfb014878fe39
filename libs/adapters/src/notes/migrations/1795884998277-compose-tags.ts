import { SqlMigration } from '@tandem/platform/schema/sql-migration';

/** Stores tags in Unicode NFC, so that equal tags compare equal. */
export class ComposeTags1795884998277 extends SqlMigration {
  protected readonly change = `
      -- Forced row-level security hides every row from the owner of the table.
      alter table notes no force row level security;
      update notes set tags = array(
        select tag from (
          select normalize(given, nfc) as tag, min(place) as first
          from unnest(tags) with ordinality as t (given, place) group by 1
        ) composed order by first)
      where exists (select from unnest(tags) as given where given is not nfc normalized);
      alter table notes force row level security;`;
  /** Earlier versions accept NFC too. */
  protected readonly undo = 'select';
}
