import { applicationRole, sweeperRole } from '@tandem/platform/postgres/connection';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

const tables = ['webhook_deliveries', 'webhook_attempts', 'webhook_claims'];
/** Forced row-level security hides every row from the owner of the table. */
const rowSecurity = (is: 'force' | 'no force', of: readonly string[]) =>
  of.map((table) => `alter table ${table} ${is} row level security;`).join('\n');

const waiting = `case when tries > 0 then 'retrying' else 'pending' end`;

/**
 * A delivery is one row from its fan-out on, leased while it is in flight; every attempt is a row, the first one too.
 * What was in flight becomes due.
 */
export class LeaseDeliveries1795938445047 extends SqlMigration {
  protected readonly change = `
      ${rowSecurity('no force', [...tables, 'events'])}
      alter table webhook_deliveries drop constraint webhook_deliveries_check;
      insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, sequence, status,
        attempt_count, tries,
          due_at, is_recovered, created_at, updated_at)
        select c.tenant_id, o.delivery_id, c.endpoint_id, e.id, e.type, e.sequence, 'pending', 0, 0,
          c.created_at, false, c.created_at, now()
        from webhook_claims c, unnest(c.event_ids, c.delivery_ids) o (event_id, delivery_id)
          join events e on e.id = o.event_id
        where e.tenant_id = c.tenant_id
        on conflict on constraint webhook_deliveries_event_key do nothing;

      drop view all_webhook_attempts;
      alter table webhook_attempts drop constraint webhook_attempts_number_check, add check (number > 0);
      insert into webhook_attempts (tenant_id, id, delivery_id, number, finished_at, http_status, error_message,
        response_time_ms,
          response_body, created_at, updated_at)
        select tenant_id, id, id, 1, first_finished_at, first_http_status, first_error, first_response_time_ms,
          first_response_body, first_began_at, coalesce(first_finished_at, first_began_at)
        from webhook_deliveries where first_began_at is not null;
      update webhook_attempts set finished_at = now(), error_message = 'worker_lost', updated_at = now()
        where finished_at is null;

      update webhook_deliveries set status = ${waiting}, claim_id = null, updated_at = now() where status = 'in_flight';
      drop table webhook_claims;
      alter table webhook_deliveries drop column claim_id, drop column first_began_at, drop column first_finished_at,
        drop column first_http_status, drop column first_error, drop column first_response_time_ms,
          drop column first_response_body,
        add column leased_until timestamptz,
        add constraint webhook_deliveries_lease_check check ((leased_until is not null) = (status = 'in_flight'));
      create index webhook_deliveries_leased on webhook_deliveries (tenant_id, endpoint_id)
        where leased_until is not null;
      grant select (leased_until) on webhook_deliveries to ${sweeperRole};
      ${rowSecurity('force', ['webhook_deliveries', 'webhook_attempts', 'events'])}`;

  protected readonly undo = `
      ${rowSecurity('no force', ['webhook_deliveries', 'webhook_attempts'])}
      update webhook_deliveries set status = ${waiting}, leased_until = null where status = 'in_flight';
      alter table webhook_deliveries drop column leased_until, add column claim_id uuid,
        add column first_began_at timestamptz,
        add column first_finished_at timestamptz, add column first_http_status int, add column first_error text,
        add column first_response_time_ms int, add column first_response_body text,
        add constraint webhook_deliveries_check check ((claim_id is not null) = (status = 'in_flight'));
      grant select (claim_id) on webhook_deliveries to ${sweeperRole};
      update webhook_deliveries d set first_began_at = a.created_at, first_finished_at = coalesce(a.finished_at, now()),
          first_http_status = a.http_status, first_error = a.error_message, first_response_time_ms = a.response_time_ms,
          first_response_body = a.response_body
        from webhook_attempts a where a.tenant_id = d.tenant_id and a.delivery_id = d.id and a.number = 1;
      delete from webhook_attempts where number = 1;
      alter table webhook_attempts drop constraint webhook_attempts_number_check, add check (number > 1);
      create table webhook_claims (
        tenant_id uuid not null, id uuid not null, endpoint_id uuid not null, under_way int not null,
        lease_ends timestamptz not null, event_ids uuid[], delivery_ids uuid[], created_at timestamptz not null,
        primary key (tenant_id, id)
      ) with (fillfactor = 50, toast_tuple_target = 128);
      alter table webhook_claims alter event_ids set storage external, alter delivery_ids set storage external;
      ${tenantRows('webhook_claims', {
        sweeper: 'select (tenant_id, id, endpoint_id, event_ids, lease_ends), update (lease_ends)',
      })}
      create view all_webhook_attempts with (security_invoker = true) as
        select tenant_id, id, delivery_id, number, finished_at, http_status, error_message, response_time_ms,
          response_body,
          created_at, updated_at from webhook_attempts
        union all
        select tenant_id, id, id, 1, first_finished_at, first_http_status, first_error, first_response_time_ms,
          first_response_body,
          first_began_at, coalesce(first_finished_at, first_began_at) from webhook_deliveries
            where first_began_at is not null;
      grant select on all_webhook_attempts to ${applicationRole};
      ${rowSecurity('force', ['webhook_deliveries', 'webhook_attempts'])}`;
}
