import type { Statement } from './batch.js';

const set = (values: Record<string, string | null>): Statement => ({
  text: `select ${Object.entries(values)
    .map(([name, value]) => `set_config('${name}', ${value === null ? 'null' : `'${value}'`}, true)`)
    .join(', ')}`,
});

const forAll = set({ plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' });
export const plannedAsUsual = set({ plan_cache_mode: null, enable_seqscan: null, jit: null });

/**
 * Plans once for all values, as custom plans cost ten times the work. A plan made while a table is empty would scan
 * sequentially forever, hence `enable_seqscan`, whose cost triggers JIT before PostgreSQL 18. Not for filtered lists.
 */
export const plannedForAll = (...statements: readonly Statement[]): Statement[] => [
  forAll,
  ...statements,
  plannedAsUsual,
];

/** Makes PostgreSQL plan later statements for their values: a selective filter needs another index than a broad one. */
export const customPlan = set({ plan_cache_mode: 'force_custom_plan' });

const inOrder = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_hashagg: 'off',
  enable_sort: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};

/**
 * For pages of rows that another table lists in the order of the page: PostgreSQL takes the columns of such a join for
 * independent, expects too few rows, and would read and sort all of them instead of the first.
 */
export const plannedInOrder = set(inOrder);
export const plannedInAnyOrder = set(Object.fromEntries(Object.keys(inOrder).map((name) => [name, null])));
