import type { Statement } from './batch.js';

/** Waits until nobody else holds the name, and holds it until the transaction ends: for things that have no row to lock. */
export const advisoryLock = (name: string): Statement => ({
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [name],
});

/** The same without waiting: the row says in `held` whether it is held now. */
export const tryAdvisoryLock = (name: string): Statement => ({
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held',
  values: [name],
});
