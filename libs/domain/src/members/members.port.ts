import { Store } from '../core/store.js';
import type { AccessPolicy } from './access-policy.js';
import type { Member } from './member.js';

export abstract class Members extends Store<Member> {
  /** True when the member is the tenant's only active owner; locks the owners until the transaction ends. */
  abstract isLastOwner(id: string): Promise<boolean>;

  /** Replaces the member's access policies by these. */
  abstract setPolicies(member: Member, policies: readonly AccessPolicy[]): Promise<void>;
}
