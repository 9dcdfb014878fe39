import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

const mustRefer = (failure: string) => `
  create or replace function must_refer(is_there boolean, field text) returns void language plpgsql as $$
  begin
    if not is_there then
      raise ${failure} using message = field || ' refers to nothing',
        table = 'referring', constraint = 'referring_' || field || '_fkey';
    end if;
  end $$`;

/**
 * A reference that somebody took away after it was read fails like any other lost race: the transaction is tried again, and then
 * finds another one or refuses the one that the caller named.
 */
export class TryAgainWithOtherReferences1764000096001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(mustRefer('serialization_failure'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(mustRefer('foreign_key_violation'));
  }
}
