import type { Statement } from './batch.js';

const set = (values: Record<string, string | null>): Statement => ({
  text: `select ${Object.entries(values)
    .map(([name, value]) => `set_config('${name}', ${value === null ? 'null' : `'${value}'`}, true)`)
    .join(', ')}`,
});

const forAll = set({ plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' });
/** Restores the operator's settings for the statements after it. */
export const plannedAsUsual = set({ plan_cache_mode: null, enable_seqscan: null, jit: null });

/**
 * Makes PostgreSQL plan the statements once for all values. Custom plans may be made on every execution, which costs
 * about ten times the work itself, and they assume a single row for a tenant without statistics. A generic plan made
 * while a table is empty would use a sequential scan forever, hence `enable_seqscan`; before PostgreSQL 18 that cost
 * would trigger JIT compilation. Not for queries whose best plan depends on the values, such as filtered lists.
 */
export const plannedForAll = (...statements: readonly Statement[]): Statement[] => [
  forAll,
  ...statements,
  plannedAsUsual,
];

/** Makes PostgreSQL plan later statements for their values: a selective filter needs another index than a broad one. */
export const plannedAnew = set({ plan_cache_mode: 'force_custom_plan' });
