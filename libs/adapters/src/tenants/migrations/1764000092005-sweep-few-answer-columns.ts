import { sweeperMayOnly } from '@tandem/platform/postgres/row-security';

export class SweepFewAnswerColumns1764000092005 extends sweeperMayOnly({
  // What the operator is shown of each tenant.
  tenants: {
    now: 'select (tenant_id, id, name, slug, timezone, default_country, settings, created_at, updated_at)',
    before: 'select',
  },
  answered_requests: { now: 'select (tenant_id, id, created_at), delete', before: 'select, delete' },
}) {}
