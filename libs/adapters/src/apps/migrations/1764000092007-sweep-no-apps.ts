import { sweeperMayOnly } from '@tandem/platform/postgres/row-security';

export class SweepNoApps1764000092007 extends sweeperMayOnly({
  apps: { now: '', before: 'select' },
}) {}
