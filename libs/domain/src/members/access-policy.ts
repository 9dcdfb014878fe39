import { Entity } from '../core/entity.js';
import type { Domain, Level, Policy, ResourceFilter } from '../core/rights.js';

/** What one member may do in one domain, or in all that have no policy of their own (`*`). */
export class AccessPolicy extends Entity implements Policy {
  static readonly noun = 'access_policy';
  static override readonly channels = ['members'];
  memberId: string;
  domain: Domain | '*';
  accessLevel: Level;
  resourceFilter: ResourceFilter | null;

  constructor(memberId: string, policy: Policy) {
    super();
    this.memberId = memberId;
    this.domain = policy.domain;
    this.accessLevel = policy.accessLevel;
    this.resourceFilter = policy.resourceFilter;
  }

  /** Takes the place of the policy the member had for the same domain. */
  replace(former: AccessPolicy | undefined): this {
    if (former) this.createdAt = former.createdAt;
    return this;
  }
}

/** All access policies of a member as one record: what changes together is told together. */
export interface MemberAccess {
  memberId: string;
  tenantId: string;
  accessPolicies: readonly AccessPolicy[];
}
