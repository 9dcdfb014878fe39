import { sweeperMayOnly } from '@tandem/platform/postgres/row-security';

export class SweepFewApiKeyColumns1764000092004 extends sweeperMayOnly({
  api_keys: { now: 'select (tenant_id, id, is_active, expires_at, told_days_ahead)', before: 'select' },
}) {}
