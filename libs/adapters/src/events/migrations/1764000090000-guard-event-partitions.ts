import { applicationRole, sweeperRole } from '@tandem/platform/postgres/connection';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class GuardEventPartitions1764000090000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- It acts as the owner, so its names must be found in this schema and never in a caller's temporary one, which comes first
      -- where it is not named last; and nobody may have tables made without end.
      create or replace function make_event_partitions(months_ahead int) returns int
        language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        made int := 0;
        start timestamptz;
        name text;
      begin
        if months_ahead is null or months_ahead not between 0 and 24 then
          raise exception 'months_ahead must be from 0 to 24' using errcode = '22023';
        end if;
        for n in 0..months_ahead loop
          start := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + make_interval(months => n);
          name := 'events_' || to_char(start at time zone 'UTC', 'YYYY_MM');
          if to_regclass(format('public.%I', name)) is null then
            execute format('create table public.%I partition of public.events for values from (%L) to (%L)', name,
              first_id_at(start), first_id_at(start + interval '1 month'));
            made := made + 1;
          end if;
        end loop;
        return made;
      end $$;
      revoke execute on function make_event_partitions(int) from public;
      grant execute on function make_event_partitions(int) to ${applicationRole}, ${sweeperRole};`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('grant execute on function make_event_partitions(int) to public');
  }
}
