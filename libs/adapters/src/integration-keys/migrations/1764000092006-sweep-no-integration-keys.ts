import { sweeperMayOnly } from '@tandem/platform/postgres/row-security';

export class SweepNoIntegrationKeys1764000092006 extends sweeperMayOnly({
  integration_keys: { now: '', before: 'select' },
}) {}
