import { sweeperMayOnly } from '@tandem/platform/postgres/row-security';

export class SweepFewTaskColumns1764000092002 extends sweeperMayOnly({
  tasks: { now: 'select (tenant_id, id, snoozed_until, next_occurrence, deleted_at)', before: 'select' },
}) {}
