import { currentScope } from '@tandem/domain/core/scope';
import type { Statement } from './batch.js';

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
