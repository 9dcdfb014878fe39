import { clock } from '@tandem/domain/core/clock';
import { type HealthReport, healthOf, type Outcomes } from '@tandem/domain/webhooks/endpoints/health-report';

const lastSuccess = `(select max(d.completed_at) from webhook_deliveries d
  where d.tenant_id = t.tenant_id and d.endpoint_id = t.id and d.status = 'succeeded')`;

/** JSON for the endpoint `t`. */
export const outcomes = `(select json_build_object('is_enabled', t.is_enabled,
    'consecutive_failures', coalesce(h.failures_in_a_row, 0), 'failing_since', h.failing_since,
    'held_until', h.held_until, 'last_success_at', ${lastSuccess})
  from (select) one left join webhook_endpoint_healths h on h.tenant_id = t.tenant_id and h.id = t.id)`;

interface OutcomesRow {
  is_enabled: boolean;
  consecutive_failures: number;
  failing_since: string | null;
  held_until: string | null;
  last_success_at: string | null;
}

const read = (row: OutcomesRow): Outcomes => ({
  consecutiveFailures: row.consecutive_failures,
  failingSince: instantOf(row.failing_since),
  heldUntil: instantOf(row.held_until),
  lastSuccessAt: instantOf(row.last_success_at),
});

export const outcomesOfRow = (json: string): Outcomes => read(JSON.parse(json) as OutcomesRow);

export function healthOfRow(json: string): HealthReport {
  const row = JSON.parse(json) as OutcomesRow;
  return healthOf(row.is_enabled, read(row), clock.now());
}

const instantOf = (text: string | null) => (text === null ? null : new Date(text));
