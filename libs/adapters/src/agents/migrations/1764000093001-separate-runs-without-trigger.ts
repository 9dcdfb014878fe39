import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** The statement that stores a run moves its `created_at` apart. */
export class SeparateRunsWithoutTrigger1764000093001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger agent_runs_apart on agent_runs; drop function separate_agent_runs()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function separate_agent_runs() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended(new.tenant_id::text || new.blueprint, 1));
        new.created_at := greatest(new.created_at, (
          select max(created_at) + interval '1 microsecond' from agent_runs
          where tenant_id = new.tenant_id and blueprint = new.blueprint));
        return new;
      end $$;
      create trigger agent_runs_apart before insert on agent_runs for each row execute function separate_agent_runs()`);
  }
}
