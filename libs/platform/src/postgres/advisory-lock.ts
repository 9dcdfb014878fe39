import { currentScope } from '@tandem/domain/core/scope';
import type { Statement } from './batch.js';

const nameOf = (what: string, of: readonly string[]) => [currentScope().tenantId, what, ...of].join(' ');

/** Waits until nobody else of the tenant holds the name, and holds it until the transaction ends: for things that have no row to lock. */
export const advisoryLock = (what: string, ...of: readonly string[]): Statement => ({
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [nameOf(what, of)],
});

/** The same without waiting: the row says in `held` whether it is held now. */
export const tryAdvisoryLock = (what: string, ...of: readonly string[]): Statement => ({
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held',
  values: [nameOf(what, of)],
});
