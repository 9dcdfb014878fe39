import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** A database of before the first release still has this column, which nobody reads any more. */
export class ForgetWhatWasNoted1764000094020 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table event_counters drop column if exists noted');
  }

  async down(): Promise<void> {
    // What the column held is known from `last`.
  }
}
