import type { Statement } from './batch.js';

/**
 * Has PostgreSQL plan the statements behind it once for all values, until the transaction ends. Planned for its very values, a statement
 * would be planned anew each time, which may take ten times as long as its work, and for a tenant of which the statistics know nothing yet
 * as if it had a single row. Planned once while its tables are empty, it would read them whole ever after: every table has an index that
 * begins with the tenant. What can only be read whole seems so dear then, before PostgreSQL 18, that it would be compiled each time.
 */
export const planningForAll = `set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
  set_config('jit', 'off', true)`;

/** For what is not in a transaction that the product has opened: there it is so from the beginning. */
export const plannedForAll: Statement = { text: `select ${planningForAll}` };
