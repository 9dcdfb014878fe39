import { domains, type Level, levels, type ResourceFilter } from '@tandem/domain/core/access/rights';
import type { Domain } from '@tandem/domain/core/vocabulary';
import { Nested, OneOf, Uuids } from '@tandem/platform/inputs/inputs';

const maxNamed = 1000;
const ids = (description: string) => ({
  type: 'array',
  maxItems: maxNamed,
  items: { type: 'string', format: 'uuid' },
  description,
});

export const resourceFilterSchema = {
  type: 'object',
  properties: {
    project_ids: ids('Only these projects and their tasks.'),
    notebook_ids: ids('Only these notebooks and their notes.'),
  },
};

class ResourceFilterInput implements ResourceFilter {
  @Uuids({ optional: true, maxItems: maxNamed, description: 'only these projects and their tasks' })
  project_ids?: string[];
  @Uuids({ optional: true, maxItems: maxNamed, description: 'only these notebooks and their notes' })
  notebook_ids?: string[];
}

export class AccessPolicyInput {
  @OneOf(() => [...domains(), '*'], { description: '* covers domains without a policy of their own' })
  domain!: Domain | '*';
  @OneOf(levels, { description: 'what the member may do in the domain, up to the limit of the role' })
  accessLevel!: Level;
  @Nested(ResourceFilterInput, { clearable: true, description: 'either project_ids or notebook_ids' })
  resourceFilter?: ResourceFilterInput | null;
}
