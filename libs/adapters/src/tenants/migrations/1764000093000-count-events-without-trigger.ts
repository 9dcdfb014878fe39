import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** Whoever makes a tenant says that its events are numbered. */
export class CountEventsWithoutTrigger1764000093000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger start_event_counter on tenants; drop function start_event_counter()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function start_event_counter() returns trigger language plpgsql as $$
      begin
        insert into event_counters (tenant_id) values (new.tenant_id);
        return new;
      end $$;
      create trigger start_event_counter after insert on tenants for each row execute function start_event_counter()`);
  }
}
