import { Entity } from '../core/entity.js';
import type { Level, Policy, ResourceFilter } from '../core/access/rights.js';
import type { Domain } from '../core/vocabulary.js';

/** A member's access to one domain, or to all domains without a policy of their own (`*`). */
export class AccessPolicy extends Entity implements Policy {
  /** `MemberAccess` records one event for all policies of a member, under the same resource type. */
  static readonly resourceType = 'access_policy';
  memberId: string;
  domain: Domain | '*';
  accessLevel: Level;
  resourceFilter: ResourceFilter | null;

  constructor(memberId: string, policy: Policy, createdAt?: Date) {
    super();
    this.memberId = memberId;
    this.domain = policy.domain;
    this.accessLevel = policy.accessLevel;
    this.resourceFilter = policy.resourceFilter;
    this.createdAt = createdAt ?? this.createdAt;
  }
}
