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
  /** The active owners; nobody takes away what any of them may do before the transaction ends. */
  abstract lockOwners(): Promise<Owners>;

  /** The member with this e-mail address, active or not. */
  abstract findByEmail(email: string): Promise<Member | undefined>;

  /** The member's access policies by domain. */
  abstract policiesOf(id: string): Promise<AccessPolicy[]>;

  /** The same policies as their view shows them; not_found when there is no such member. */
  abstract access(id: string): Promise<List<AccessPolicy>>;

  /** Replaces the member's access policies by these. */
  abstract setAccess(access: MemberAccess): Promise<void>;
}

/** What members ask of API keys. */
export abstract class MemberKeys {
  /** Revokes every key of the member. */
  abstract revokeOf(memberId: string): Promise<void>;
}
