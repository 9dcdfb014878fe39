import { currentScope } from '@tandem/domain/core/scope';
import type { Statement } from './batch.js';

/** Collects the values of one statement, the tenant first; `bind` returns the placeholder of the next value. */
export class Params {
  readonly values: unknown[] = [currentScope().tenantId];

  readonly bind = (value: unknown): string => `$${this.values.push(value)}`;
}

export type Bind = (value: unknown) => string;

export const ofTenant = (row = 't') => `${row}.tenant_id = $1`;

/** `from … where …`: the rows of the tenant. Stores use `this.rows(bind)` where access policies limit the caller. */
export const rowsOf = (table: string, row = 't') => `from ${table} ${row} where ${ofTenant(row)}`;

/** A statement about rows of the tenant; the values given are `$2` and so on. */
export const tenantStatement = (text: string, ...values: readonly unknown[]): Statement => ({
  text,
  values: [currentScope().tenantId, ...values],
});

export function boundStatement(text: (bind: Bind) => string): Statement {
  const { bind, values } = new Params();
  return { text: text(bind), values };
}

const nameOf = (what: string, of: readonly string[]) => [currentScope().tenantId, what, ...of].join(' ');

/** Waits for a lock on a name within the tenant, held until the transaction ends: for things without a row to lock. */
export const advisoryLock = (what: string, ...of: readonly string[]): Statement => ({
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [nameOf(what, of)],
});

/** Does not wait; the column `held` of the row is true if the lock was granted. */
export const tryAdvisoryLock = (what: string, ...of: readonly string[]): Statement => ({
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held',
  values: [nameOf(what, of)],
});

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
