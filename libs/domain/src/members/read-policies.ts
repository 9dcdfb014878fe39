import { Faults } from '../core/errors.js';
import { type Domain, isFiltered, type Level, type Policy, type ResourceFilter } from '../core/rights.js';
import type { Entity } from '../core/entity.js';
import type { Store } from '../core/store.js';

/** An access policy as a request says it. */
export interface WantedPolicy {
  domain: Domain | '*';
  accessLevel: Level;
  resourceFilter?: WantedFilter | null;
}

interface WantedFilter {
  projectIds?: string[];
  notebookIds?: string[];
}

/** Where the ids of filters are looked up, as the caller sees them. */
export interface Filterable {
  projects: Pick<Store<Entity>, 'find'>;
  notebooks: Pick<Store<Entity>, 'find'>;
}

/** The wanted policies, if each domain has one and filters name what exists for the caller; throws with every fault. */
export async function readPolicies(wanted: readonly WantedPolicy[], filterable: Filterable): Promise<Policy[]> {
  const faults = new Faults();
  const policies: Policy[] = [];
  for (const [index, { domain, accessLevel, resourceFilter }] of wanted.entries()) {
    const at = `access_policies/${index}`;
    const isFirst = wanted.findIndex((other) => other.domain === domain) === index;
    faults.expect(isFirst, `${at}/domain`, 'duplicate', `There is another policy for ${domain}.`);
    const filter = resourceFilter ? readFilter(resourceFilter) : null;
    if (filter) await check(filter, { domain, at: `${at}/resource_filter` }, faults, filterable);
    policies.push({ domain, accessLevel, resourceFilter: filter });
  }
  faults.throwIfAny();
  return policies;
}

function readFilter({ projectIds, notebookIds }: WantedFilter): ResourceFilter {
  const ids = (list: string[]) => list.map((id) => id.toLowerCase());
  return {
    ...(projectIds && { project_ids: ids(projectIds) }),
    ...(notebookIds && { notebook_ids: ids(notebookIds) }),
  };
}

async function check(
  filter: ResourceFilter,
  { domain, at }: { domain: Domain | '*'; at: string },
  faults: Faults,
  { projects, notebooks }: Filterable,
): Promise<void> {
  const kinds = Object.keys(filter) as (keyof ResourceFilter)[];
  faults.expect(kinds.length === 1, at, 'not_one', 'Give either project_ids or notebook_ids.');
  for (const kind of kinds) {
    const fits = isFiltered(kind, domain);
    faults.expect(fits, `${at}/${kind}`, 'not_applicable', `${domain} cannot be limited by ${kind}.`);
    const store = kind === 'project_ids' ? projects : notebooks;
    for (const [index, id] of filter[kind]!.entries())
      if (!(await store.find(id))) faults.missing(`${at}/${kind}/${index}`);
  }
}
