import { currentScope } from '../core/scope.js';
import type { Domain } from '../core/vocabulary.js';

/** Null for a caller who may not read the records. */
export type Counts<Name extends string> = Record<Name, number> | null;

export const maxCounted = 1000;

export const ifReadable = async <T>(domain: Domain, counts: () => Promise<T>): Promise<T | null> =>
  currentScope().rights.allows(domain, 'read') ? counts() : null;
