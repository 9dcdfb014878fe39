import type { Place } from '../core/scope.js';
import { Store } from '../core/store.js';
import type { ApiKey } from './api-key.js';

export abstract class ApiKeys extends Store<ApiKey> {
  /** Keys of any tenant whose coming expiry is to be told; at most 500 at a time. */
  abstract expiringAcrossTenants(): Promise<Place[]>;

  /** True when the member may have another key: is active, and stays so until the transaction ends. */
  abstract holdMember(memberId: string): Promise<boolean>;

  /** Revokes every key of a member; their number. */
  abstract revokeAllOf(memberId: string): Promise<number>;
}
