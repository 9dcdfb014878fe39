import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** As one expression of immutable parts the function becomes part of the statement that calls it; a call costs five times as much. */
export class MakeIdsWithinStatements1764000095200 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function first_id_at(instant timestamptz) returns uuid language sql immutable as $$
        select overlay(
          lpad(to_hex((extract(epoch from instant - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint), 12, '0')
            || '-7000-8000-000000000000' placing '-' from 9 for 0)::uuid
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function first_id_at(instant timestamptz) returns uuid language sql immutable as $$
        select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-000000000000')::uuid
        from lpad(to_hex((extract(epoch from instant) * 1000)::bigint), 12, '0') as hex
      $$`);
  }
}
