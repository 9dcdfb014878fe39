import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class BindEndpointsToKeys1764000083000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_endpoints add key_id uuid,
        add constraint webhook_endpoints_key_id_fkey foreign key (tenant_id, key_id) references api_keys (tenant_id, id),
        drop constraint webhook_endpoints_disabled_reason_check,
        add constraint webhook_endpoints_disabled_reason_check check (disabled_reason in
          ('manual', 'gone', 'consecutive_failures', 'owner_deactivated', 'key_inactive', 'permission_denied'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update webhook_endpoints set disabled_reason = 'manual'
        where disabled_reason in ('owner_deactivated', 'key_inactive', 'permission_denied')`);
    await runner.query(`
      alter table webhook_endpoints drop key_id, drop constraint webhook_endpoints_disabled_reason_check,
        add constraint webhook_endpoints_disabled_reason_check check (disabled_reason in ('manual', 'gone', 'consecutive_failures'))`);
  }
}
