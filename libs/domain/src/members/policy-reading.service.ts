import { Entities } from '../core/entities.js';
import { Faults } from '../core/errors.js';
import { isFiltered, type Policy, type ResourceFilter } from '../core/access/rights.js';
import type { Domain, LinkableType } from '../core/vocabulary.js';
import { uses } from '../core/use-case.js';

export type WantedPolicy = Omit<Policy, 'resourceFilter'> & Partial<Pick<Policy, 'resourceFilter'>>;

type VisibleIds = Record<keyof ResourceFilter, ReadonlySet<string>>;

export class PolicyReading extends uses({ entities: Entities }) {
  /** Throws all faults: duplicate domains, and references to records that the caller does not see. */
  async read(requested: readonly WantedPolicy[]): Promise<Policy[]> {
    const faults = new Faults();
    const policies = requested.map(({ resourceFilter = null, ...policy }) => ({ ...policy, resourceFilter }));
    const visible = await this.visibleIn(policies);
    for (const [index, { domain, resourceFilter }] of policies.entries()) {
      const at = `access_policies/${index}`;
      const isFirst = policies.findIndex((other) => other.domain === domain) === index;
      faults.expect(isFirst, `${at}/domain`, 'duplicate', `There is another policy for ${domain}.`);
      if (resourceFilter) check(resourceFilter, { domain, at: `${at}/resource_filter` }, faults, visible);
    }
    faults.throwIfAny();
    return policies;
  }

  private async visibleIn(policies: readonly Policy[]): Promise<VisibleIds> {
    const among = async (kind: keyof ResourceFilter, type: LinkableType) => {
      const ids = policies.flatMap(({ resourceFilter }) => resourceFilter?.[kind] ?? []);
      return ids.length ? this.entities.present(type, ids) : new Set<string>();
    };
    return {
      project_ids: await among('project_ids', 'project'),
      notebook_ids: await among('notebook_ids', 'notebook'),
    };
  }
}

function check(
  filter: ResourceFilter,
  { domain, at }: { domain: Domain | '*'; at: string },
  faults: Faults,
  visible: VisibleIds,
): void {
  const kinds = Object.keys(filter) as (keyof ResourceFilter)[];
  faults.expect(kinds.length === 1, at, 'not_one', 'Give either project_ids or notebook_ids.');
  for (const kind of kinds) {
    const fits = isFiltered(kind, domain);
    faults.expect(fits, `${at}/${kind}`, 'not_applicable', `${domain} cannot be limited by ${kind}.`);
    for (const [index, id] of filter[kind]!.entries())
      if (!visible[kind].has(id)) faults.missing(`${at}/${kind}/${index}`);
  }
}
