import { Store } from '../core/store.js';
import type { ApiKey } from './api-key.js';

export abstract class ApiKeys extends Store<ApiKey> {
  /** Revokes every key of a member; their number. */
  abstract revokeAllOf(memberId: string): Promise<number>;
}
