import { applicationRole } from '@tandem/platform/postgres/connection';
import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/**
 * An attempt that was claimed and never began leaves no trace; one that ends soon finds room beside itself. Endpoints and
 * deliveries are never deleted, so a foreign key would only lock them for each delivery and attempt.
 */
export class GiveDeliveriesBack1764000094010 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      grant delete on webhook_attempts to ${applicationRole};
      alter table webhook_attempts set (fillfactor = 50), drop constraint webhook_attempts_delivery_id_fkey;
      alter table webhook_deliveries drop constraint webhook_deliveries_endpoint_id_fkey;
      drop index webhook_deliveries_waiting, webhook_deliveries_claimed, webhook_deliveries_in_flight;
      create index webhook_deliveries_in_flight on webhook_deliveries (tenant_id, endpoint_id, due_at) where claim_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index webhook_deliveries_in_flight;
      create index webhook_deliveries_in_flight on webhook_deliveries (tenant_id, endpoint_id, due_at) where status = 'in_flight';
      create index webhook_deliveries_claimed on webhook_deliveries (tenant_id, claim_id) where claim_id is not null;
      create index webhook_deliveries_waiting on webhook_deliveries (tenant_id, sequence) where due_at is not null;
      alter table webhook_deliveries add constraint webhook_deliveries_endpoint_id_fkey
        foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id);
      alter table webhook_attempts add constraint webhook_attempts_delivery_id_fkey
        foreign key (tenant_id, delivery_id) references webhook_deliveries (tenant_id, id), reset (fillfactor);
      revoke delete on webhook_attempts from ${applicationRole}`);
  }
}
