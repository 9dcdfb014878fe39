import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class FindEndpointsBehind1764000081000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index webhook_endpoints_behind on webhook_endpoints (tenant_id, id) where missed_since is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index webhook_endpoints_behind');
  }
}
