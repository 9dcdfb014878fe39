import { Entity } from '../core/entity.js';
import type { Domain, Level, ResourceFilter } from '../core/rights.js';

export interface AccessPolicyFields {
  domain: Domain | '*';
  accessLevel: Level;
  resourceFilter?: ResourceFilter | null;
}

/** What one member may do in one domain, or in all that have no policy of their own (`*`). */
export class AccessPolicy extends Entity {
  memberId: string;
  domain: Domain | '*';
  accessLevel: Level;
  resourceFilter: ResourceFilter | null;

  constructor(memberId: string, fields: AccessPolicyFields) {
    super();
    this.memberId = memberId;
    this.domain = fields.domain;
    this.accessLevel = fields.accessLevel;
    this.resourceFilter = fields.resourceFilter ?? null;
  }

  get noun(): string {
    return 'access_policy';
  }

  override get channels(): string[] {
    return ['members'];
  }
}
