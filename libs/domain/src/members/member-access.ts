import { Entity } from '../core/entity.js';
import type { Policy } from '../core/access/rights.js';
import { AccessPolicy } from './access-policy.js';

/** All access policies of a member, under the member's id: they are replaced together, with one event. */
export class MemberAccess extends Entity {
  static readonly resourceType = 'access_policy';
  static override readonly channels = ['members'];
  accessPolicies: readonly AccessPolicy[];

  /** A policy that replaces one for the same domain keeps its creation time. */
  constructor(
    readonly memberId: string,
    policies: readonly Policy[],
    former: readonly AccessPolicy[] = [],
  ) {
    super();
    this.id = memberId;
    this.accessPolicies = policies.map((policy) => {
      const same = former.find(({ domain }) => domain === policy.domain);
      return new AccessPolicy(memberId, policy, same?.createdAt);
    });
    this.record('updated');
  }
}
