import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/**
 * For a reference without a foreign key, checked by a statement that goes with the commit: if somebody took its record away after it
 * was read, the transaction fails like any other lost race. It is tried again, and then finds another one or refuses the one that
 * the caller named.
 */
export class RefuseMissingReferences1764000096000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function must_refer(is_there boolean, field text) returns void language plpgsql as $$
      begin
        if not is_there then
          raise serialization_failure using message = field || ' refers to nothing';
        end if;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function must_refer(boolean, text)');
  }
}
