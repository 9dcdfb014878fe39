import type { Statement } from './batch.js';

const set = (values: Record<string, string | null>): Statement => ({
  text: `select ${Object.entries(values)
    .map(([name, value]) => `set_config('${name}', ${value === null ? 'null' : `'${value}'`}, true)`)
    .join(', ')}`,
});

const forAll = set({ plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' });
/** For the statements behind it, until the transaction ends: as the operator has it. */
export const plannedAsUsual = set({ plan_cache_mode: null, enable_seqscan: null, jit: null });

/**
 * The statements, between two that have PostgreSQL plan them once for all values. Planned for its very values, a statement may be planned
 * anew each time, which takes some ten times as long as its work, and for a tenant of which the statistics know nothing yet as if it had a
 * single row. Planned once while its tables are empty, it would read them whole ever after: every table has an index that begins with the
 * tenant. What can only be read whole seems so dear then, before PostgreSQL 18, that it would be compiled each time.
 * Not for what is best read in different ways for different values, as a list with filters is.
 */
export const plannedForAll = (...statements: readonly Statement[]): Statement[] => [
  forAll,
  ...statements,
  plannedAsUsual,
];

/**
 * For the statements behind it: planned anew for their values each time, where no plan is good for all, as for the next rows by their ids
 * of those that a filter picks: few of many rows are found by the filter, most of them by the ids.
 */
export const plannedAnew = set({ plan_cache_mode: 'force_custom_plan' });
