import { sweeperMayOnly } from '@tandem/platform/postgres/row-security';

export class SweepFewWebhookColumns1764000092008 extends sweeperMayOnly({
  webhook_endpoints: { now: 'select (tenant_id, id, is_enabled, missed_since, deleted_at)', before: 'select' },
  webhook_endpoint_healths: { now: 'select (tenant_id, id, held_until)', before: 'select' },
  webhook_deliveries: {
    now: 'select (tenant_id, id, endpoint_id, due_at, claim_id), update (due_at)',
    before: 'select, update (due_at)',
  },
}) {}
