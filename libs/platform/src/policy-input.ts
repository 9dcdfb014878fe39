import { type Domain, domains, type Level, levels } from '@tandem/domain/core/rights';
import { Nested, OneOf, Uuids } from './inputs.js';

const mostNamed = 1000;

class ResourceFilterInput {
  @Uuids({ optional: true, most: mostNamed }) projectIds?: string[];
  @Uuids({ optional: true, most: mostNamed }) notebookIds?: string[];
}

/** An access policy as every request says it. */
export class AccessPolicyInput {
  @OneOf([...domains, '*']) domain!: Domain | '*';
  @OneOf(levels) accessLevel!: Level;
  @Nested(ResourceFilterInput, { optional: true, nullable: true, description: 'either project_ids or notebook_ids' })
  resourceFilter?: ResourceFilterInput | null;
}
