import { applicationRole } from '@tandem/platform/postgres/connection';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateWebhooks1764000050000 extends SqlMigration {
  protected readonly change = `
      create table webhook_endpoints (
        tenant_id uuid not null,
        id uuid not null,
        url text not null,
        description text,
        event_types text[] check (cardinality(event_types) > 0),
        channels text[] check (cardinality(channels) > 0),
        is_enabled boolean not null,
        disabled_at timestamptz,
        disabled_reason text check (disabled_reason in
          ('manual', 'gone', 'consecutive_failures', 'owner_deactivated', 'key_inactive', 'permission_denied')),
        sealed_secret text not null,
        previous_sealed_secret text,
        previous_secret_until timestamptz,
        wanted_since timestamptz not null,
        missed_since timestamptz,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        member_id uuid,
        key_id uuid,
        primary key (tenant_id, id),
        constraint webhook_endpoints_member_id_fkey foreign key (tenant_id, member_id)
          references members (tenant_id, id),
        constraint webhook_endpoints_key_id_fkey foreign key (tenant_id, key_id) references api_keys (tenant_id, id),
        check (is_enabled = (disabled_reason is null) and is_enabled = (disabled_at is null)),
        check ((previous_sealed_secret is null) = (previous_secret_until is null))
      );
      create index webhook_endpoints_by_age on webhook_endpoints (tenant_id, created_at desc, id desc);
      create index webhook_endpoints_behind on webhook_endpoints (tenant_id, id) where missed_since is not null;
      ${tenantRows('webhook_endpoints', { sweeper: 'select (tenant_id, id, is_enabled, missed_since, deleted_at)' })}

      create table webhook_endpoint_healths (
        tenant_id uuid not null,
        id uuid not null,
        failing_since timestamptz,
        failed_tries int not null,
        failures_in_a_row int not null,
        first_failed_event_id uuid,
        has_several_events boolean not null,
        is_warned boolean not null,
        held_until timestamptz,
        hold_seconds int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint webhook_endpoint_healths_id_fkey foreign key (tenant_id, id)
          references webhook_endpoints (tenant_id, id)
      ) with (fillfactor = 70);
      ${tenantRows('webhook_endpoint_healths', { sweeper: 'select (tenant_id, id, held_until)' })}

      -- due_at: when to send it; null when nothing is left to do. What is called first_… is its first attempt: most
      -- deliveries have no other, and a row of its own would cost as much as the delivery. Endpoints and deliveries are
      -- never deleted, so a foreign key would only lock them for each delivery and attempt; what is changed soon after
      -- finds room beside itself.
      create table webhook_deliveries (
        tenant_id uuid not null,
        id uuid not null,
        endpoint_id uuid not null,
        event_id uuid not null,
        event_type text not null,
        sequence bigint not null,
        status text not null
          check (status in ('pending', 'in_flight', 'retrying', 'succeeded', 'exhausted', 'skipped')),
        attempt_count int not null,
        tries int not null,
        due_at timestamptz,
        claim_id uuid,
        http_status int,
        error_message text,
        last_attempt_at timestamptz,
        completed_at timestamptz,
        is_recovered boolean not null,
        first_began_at timestamptz,
        first_finished_at timestamptz,
        first_http_status int,
        first_error text,
        first_response_time_ms int,
        first_response_body text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        check ((claim_id is not null) = (status = 'in_flight')),
        check ((due_at is null) = (status in ('succeeded', 'exhausted', 'skipped'))),
        check ((completed_at is null) = (due_at is not null))
      ) with (fillfactor = 75);
      create index webhook_deliveries_by_endpoint on webhook_deliveries (tenant_id, endpoint_id, id);
      create index webhook_deliveries_open on webhook_deliveries
        (tenant_id, endpoint_id, is_recovered, due_at, sequence)
        where due_at is not null;
      -- Behind the others: while PostgreSQL knows nothing of the table, all of its indexes seem alike, and it takes the
      -- newest.
      alter table webhook_deliveries add constraint webhook_deliveries_event_key
        unique (tenant_id, event_id, endpoint_id);
      ${tenantRows('webhook_deliveries', { sweeper: 'select (tenant_id, id, endpoint_id, due_at, claim_id)' })}

      -- A lease stands once for each claim, so that beginning a delivery touches none of its indexes. A worker renews
      -- the leases of everything it is sending, of whatever tenant, in one round trip. One that the fan-out made has
      -- its deliveries here, by their events and their own ids: they get their rows with their first answer, or when
      -- somebody asks for them.
      create table webhook_claims (
        tenant_id uuid not null,
        id uuid not null,
        endpoint_id uuid not null,
        under_way int not null,
        lease_ends timestamptz not null,
        event_ids uuid[],
        delivery_ids uuid[],
        created_at timestamptz not null,
        primary key (tenant_id, id)
      ) with (fillfactor = 50, toast_tuple_target = 128);
      -- Long lists stand outside of the row, which is written anew with each few answers, and are not worth
      -- compressing.
      alter table webhook_claims alter event_ids set storage external, alter delivery_ids set storage external;
      ${tenantRows('webhook_claims', {
        sweeper: 'select (tenant_id, id, endpoint_id, event_ids, lease_ends), update (lease_ends)',
      })}

      -- From the second on.
      create table webhook_attempts (
        tenant_id uuid not null,
        id uuid not null,
        delivery_id uuid not null,
        number int not null check (number > 1),
        finished_at timestamptz,
        http_status int,
        error_message text,
        response_time_ms int,
        response_body text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint webhook_attempts_number_key unique (tenant_id, delivery_id, number)
      ) with (fillfactor = 50);
      -- An attempt that was claimed and never began leaves no trace.
      ${tenantRows('webhook_attempts')}

      create view all_webhook_attempts with (security_invoker = true) as
        select tenant_id, id, delivery_id, number, finished_at, http_status, error_message, response_time_ms,
          response_body,
          created_at, updated_at from webhook_attempts
        union all
        select tenant_id, id, id, 1, first_finished_at, first_http_status, first_error, first_response_time_ms,
          first_response_body,
          first_began_at, coalesce(first_finished_at, first_began_at) from webhook_deliveries
            where first_began_at is not null;
      grant select on all_webhook_attempts to ${applicationRole};`;
  protected readonly undo = `
      drop view all_webhook_attempts;
      drop table webhook_attempts, webhook_claims, webhook_deliveries, webhook_endpoint_healths, webhook_endpoints`;
}
