import { sweeperMayOnly } from '@tandem/platform/postgres/row-security';

export class SweepFewEventColumns1764000092003 extends sweeperMayOnly({
  events: {
    now: 'select (tenant_id, id, type, sequence, is_public), update (sequence)',
    before: 'select, update (sequence)',
  },
  event_counters: { now: 'select (tenant_id, last, noted), update (last, noted)', before: 'select, update' },
  subscription_work: {
    now: 'select, delete, insert (tenant_id, subscription, from_sequence, up_to), update (up_to, woken_at)',
    before: 'select, insert, update, delete',
  },
  subscription_cursors: {
    now: 'delete, select (tenant_id, subscription, sequence, attempts, failed_sequence, failing_since, retry_at)',
    before: 'select, delete',
  },
}) {}
