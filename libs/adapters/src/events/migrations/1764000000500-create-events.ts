import { applicationRole, sweeperRole } from '@tandem/platform/postgres/connection';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateEvents1764000000500 extends SqlMigration {
  protected readonly change = `
      -- Ids are UUIDv7 and created_at is their time, so a range of ids is a range of time and a month is a partition.
      create table events (
        tenant_id uuid not null,
        id uuid not null,
        type text not null,
        sequence bigint,
        is_public boolean not null,
        resource_type text not null,
        resource_id uuid,
        actor_type text not null,
        actor_id text not null,
        member_id uuid,
        ip_address text,
        user_agent text,
        traceparent text,
        channels text[] not null,
        metadata jsonb not null,
        data json not null,
        created_at timestamptz not null,
        primary key (tenant_id, id) with (fillfactor = 50)
      ) partition by range (id);
      -- The relay updates each event with its sequence: half of each page is free for the new index entries.
      create index events_unnumbered on events (tenant_id, id) where sequence is null and is_public;
      create index events_by_resource on events (tenant_id, resource_id, id) with (fillfactor = 50);
      create index events_by_type on events (tenant_id, type text_pattern_ops, id) with (fillfactor = 50);
      -- Partial, so that inserting an event does not write to this index.
      create index events_by_sequence on events (tenant_id, sequence) where sequence is not null;
      -- Events are immutable, except that the relay sets the sequence.
      ${tenantRows('events', {
        application: 'select, insert',
        sweeper: 'select (tenant_id, id, type, sequence, is_public), update (sequence)',
      })}

      create table event_counters (
        tenant_id uuid not null primary key,
        last bigint not null default 0
      );
      ${tenantRows('event_counters', {
        application: 'select, insert, update',
        sweeper: 'select (tenant_id, last), update (last)',
      })}

      -- Creates the partitions of this month and the months ahead, and returns how many.
      -- It runs as the owner, so the search path ends with pg_temp, lest a caller's temporary tables come first.
      create function make_event_partitions(months_ahead int) returns int
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

      -- A single immutable expression, so that PostgreSQL inlines it; a call costs five times as much.
      create function first_id_at(instant timestamptz) returns uuid language sql immutable as $$
        select overlay(
          lpad(to_hex((extract(epoch from instant - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint), 12, '0')
            || '-7000-8000-000000000000' placing '-' from 9 for 0)::uuid
      $$;

      create table events_other partition of events default;
      select make_event_partitions(3);
      grant execute on function make_event_partitions(int) to ${applicationRole}, ${sweeperRole};`;
  protected readonly undo = `drop table events, event_counters;
    drop function make_event_partitions(int); drop function first_id_at(timestamptz)`;
}
