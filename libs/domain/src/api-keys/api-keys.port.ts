import type { Place } from '../core/scope.js';
import { Store } from '../core/store.js';
import type { ApiKey } from './api-key.js';

export interface ApiKeyFilters {
  memberId?: string;
}

export abstract class ApiKeys extends Store<ApiKey, ApiKeyFilters> {
  /** Keys of any tenant that `tellExpiry` has something to tell of, so many days ahead; at most 500 at a time. */
  abstract expiringAcrossTenants(daysAhead: readonly number[]): Promise<Place[]>;

  /** Applies the rule to each key that the filters pick and stores what becomes of it. */
  abstract changeEach(filters: ApiKeyFilters, rule: (apiKey: ApiKey) => void): Promise<void>;
}
