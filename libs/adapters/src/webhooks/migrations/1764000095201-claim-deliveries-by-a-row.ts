import { sweeperRole } from '@tandem/platform/postgres/connection';
import { tenantRows } from '@tandem/platform/schema/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/**
 * A lease stands once for each claim instead of in each of its deliveries, so that beginning a delivery touches none of its
 * indexes, what is under way is counted and kept by a row for each claim, and no statement across tenants locks deliveries.
 */
export class ClaimDeliveriesByARow1764000095201 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhook_claims (
        tenant_id uuid not null,
        id uuid not null,
        endpoint_id uuid not null,
        under_way int not null,
        lease_ends timestamptz not null,
        primary key (tenant_id, id)
      ) with (fillfactor = 50);
      ${tenantRows('webhook_claims', { sweeper: 'select (tenant_id, id, lease_ends), update (lease_ends)' })}
      revoke update (due_at) on webhook_deliveries from ${sweeperRole};

      alter table webhook_deliveries set (fillfactor = 50),
        drop constraint webhook_deliveries_event_key,
        add constraint webhook_deliveries_event_key unique (tenant_id, event_id, endpoint_id);
      drop index webhook_deliveries_in_flight, webhook_deliveries_by_event;

      -- As one expression it becomes part of the statement that calls it.
      create or replace function new_delivery_id() returns uuid language sql volatile as $$
        select overlay(gen_random_uuid()::text placing left(first_id_at(clock_timestamp())::text, 15) from 1 for 15)::uuid
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function new_delivery_id() returns uuid language sql volatile as $$
        select overlay(random::text placing left(first_id_at(clock_timestamp())::text, 15) from 1 for 15)::uuid
        from gen_random_uuid() as random
      $$;
      create index webhook_deliveries_by_event on webhook_deliveries (tenant_id, event_id);
      create index webhook_deliveries_in_flight on webhook_deliveries (tenant_id, endpoint_id, due_at) where claim_id is not null;
      alter table webhook_deliveries set (fillfactor = 80),
        drop constraint webhook_deliveries_event_key,
        add constraint webhook_deliveries_event_key unique (tenant_id, endpoint_id, event_id);
      grant update (due_at) on webhook_deliveries to ${sweeperRole};
      drop table webhook_claims`);
  }
}
