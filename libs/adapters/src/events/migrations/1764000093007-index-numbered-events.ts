import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** Whoever asks for sequences asks for events that have one; so no new event is written to this index. */
export class IndexNumberedEvents1764000093007 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index events_by_sequence;
      create index events_by_sequence on events (tenant_id, sequence) where sequence is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index events_by_sequence;
      create index events_by_sequence on events (tenant_id, sequence)`);
  }
}
