import type { TenantRecord } from '../core/scope.js';
import { Store } from '../core/store.js';
import type { ApiKey } from './api-key.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    api_keys: true;
  }
}

export interface ApiKeyFilters {
  memberId?: string;
}

export abstract class ApiKeys extends Store<ApiKey, ApiKeyFilters> {
  /** Up to 500 keys of which a notice is due: they expire within one of these numbers of days, and no event has told that yet. */
  abstract expiringAcrossTenants(daysAhead: readonly number[]): Promise<TenantRecord[]>;
}
