import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class PassOverMonthsInUse1796000000005 extends SqlMigration {
  protected readonly change = `
      -- Events of a month without a partition are in the default partition, and PostgreSQL then refuses to create that
      -- month's. They stay there, and the later months are created.
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
            begin
              execute format('create table public.%I partition of public.events for values from (%L) to (%L)', name,
                first_id_at(start), first_id_at(start + interval '1 month'));
              made := made + 1;
            exception when check_violation then
              raise notice 'events of % are in the default partition', name;
            end;
          end if;
        end loop;
        return made;
      end $$;`;
  // Earlier versions call it in the same way.
  protected readonly undo = '';
}
