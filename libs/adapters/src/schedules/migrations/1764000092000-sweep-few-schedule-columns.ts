import { sweeperMayOnly } from '@tandem/platform/postgres/row-security';

export class SweepFewScheduleColumns1764000092000 extends sweeperMayOnly({
  agent_schedules: { now: 'select (tenant_id, id, next_at)', before: 'select' },
}) {}
