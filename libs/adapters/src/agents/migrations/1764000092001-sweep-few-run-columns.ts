import { sweeperMayOnly } from '@tandem/platform/postgres/row-security';

export class SweepFewRunColumns1764000092001 extends sweeperMayOnly({
  agent_runs: {
    now: 'select (tenant_id, id, status, run_at, deadline_at, worker_id, lease_expires_at), update (lease_expires_at, last_heartbeat_at)',
    before: 'select, update',
  },
}) {}
