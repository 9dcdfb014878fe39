import { titleReference } from '@tandem/domain/notes/references';
import type { Migration, QueryRunner } from '@tandem/platform/store/table';

const marker = 'title:';

/** References by title were in lower case and are now case-folded, which differs beyond ASCII. */
export class FoldTitles1795890000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    // Forced row-level security hides every row from the owner of the table.
    await runner.query('alter table note_links no force row level security');
    const rows = (await runner.query(
      `select distinct reference from note_links where reference like '${marker}%' and reference ~ '[^ -~]'`,
    )) as { reference: string }[];
    const folded = rows.map(({ reference }) => [reference, titleReference(reference.slice(marker.length))] as const);
    for (const [before, after] of folded) if (before !== after) await rename(runner, before, after);
    await runner.query('alter table note_links force row level security');
  }

  /** An earlier version misses only the few titles whose folding differs from lower case. */
  async down(): Promise<void> {}
}

async function rename(runner: QueryRunner, before: string, after: string): Promise<void> {
  await runner.query(
    `delete from note_links l using note_links other where l.reference = $1 and other.reference = $2
       and other.tenant_id = l.tenant_id and other.note_id = l.note_id`,
    [before, after],
  );
  await runner.query('update note_links set reference = $2 where reference = $1', [before, after]);
}
