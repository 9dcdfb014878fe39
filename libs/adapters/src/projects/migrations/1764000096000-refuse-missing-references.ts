import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

/** Fails as a foreign key would: for a reference without one, checked by a statement that goes with the commit. */
export class RefuseMissingReferences1764000096000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function must_refer(is_there boolean, field text) returns void language plpgsql as $$
      begin
        if not is_there then
          raise foreign_key_violation using message = field || ' refers to nothing',
            table = 'referring', constraint = 'referring_' || field || '_fkey';
        end if;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function must_refer(boolean, text)');
  }
}
