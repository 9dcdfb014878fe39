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
  /** Up to 500 keys due for a notice: they expire within one of these numbers of days and have not had that notice. */
  abstract expiringAcrossTenants(daysAhead: readonly number[]): Promise<TenantRecord[]>;
}
