import type { Statement } from '@tandem/platform/postgres/batch';

/**
 * For the statements behind it, until the transaction ends. Planned for its very values, a statement would be planned anew each time,
 * which may take longer than its work, and for a tenant of which the statistics know nothing yet as if it had a single row. Planned once
 * while its tables are empty, it would read them whole ever after: every table has an index that begins with the tenant.
 */
export const plannedForAll: Statement = {
  text: `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
};
