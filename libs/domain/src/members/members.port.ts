import type { List } from '../core/page.js';
import { Store } from '../core/store.js';
import type { AccessPolicy } from './access-policy.js';
import type { MemberAccess } from './member-access.js';
import type { Member } from './member.js';
import type { Owners } from './owners.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    members: true;
  }
}

export interface MemberFilters {
  role?: Member['role'];
  isActive?: boolean;
  q?: string;
}

export abstract class Members extends Store<Member, MemberFilters> {
  /** The active owners, whose rights are locked until the transaction ends. */
  abstract lockOwners(): Promise<Owners>;

  /** Includes inactive members. */
  abstract findByEmail(email: string): Promise<Member | undefined>;

  abstract policiesOf(id: string): Promise<AccessPolicy[]>;

  /** Renders the access policies; throws not_found when there is no such member. */
  abstract access(id: string): Promise<List<AccessPolicy>>;

  abstract setAccess(access: MemberAccess): Promise<void>;
}

export abstract class MemberKeys {
  abstract revokeOf(memberId: string): Promise<void>;
}
