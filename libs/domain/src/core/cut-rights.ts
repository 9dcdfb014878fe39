import { type Domain, domains, type Level, levels, type ResourceFilter, Rights, roles } from './rights.js';

/** What several rights permit together: only what each of them permits, and only records that each of them shows. */
export class CutRights extends Rights {
  constructor(private readonly all: readonly Rights[]) {
    super(roles[Math.max(...all.map(({ role }) => roles.indexOf(role)))]!, [], commonScopes(all));
  }

  override get parts(): readonly Rights[] {
    return this.all;
  }

  override level(domain: Domain): Level {
    return lowestLevel(this.all, domain);
  }

  override filter(domain: Domain): ResourceFilter | null {
    return this.all.map((one) => one.filter(domain)).reduce(common, null);
  }
}

/** The rights that are left of several, of which there is one at least. */
export function cutOf(all: readonly Rights[]): Rights {
  const different = [...new Map(all.map((one) => [keyOf(one), one])).values()];
  return different.length === 1 ? different[0]! : new CutRights(different);
}

const lowestLevel = (all: readonly Rights[], domain: Domain) =>
  levels[Math.min(...all.map((one) => levels.indexOf(one.level(domain))))]!;

/** As scopes can say it: a level of each domain where not everything is permitted. */
const commonScopes = (all: readonly Rights[]) =>
  all.every(({ scopes }) => scopes.includes('*'))
    ? ['*']
    : domains()
        .map((domain) => `${domain}:${lowestLevel(all, domain)}`)
        .filter((scope) => !scope.endsWith(':none'));

function common(some: ResourceFilter | null, others: ResourceFilter | null): ResourceFilter | null {
  if (!some || !others) return some ?? others;
  const among = (kind: keyof ResourceFilter) => (some[kind] ?? []).filter((id) => others[kind]?.includes(id));
  return { project_ids: among('project_ids'), notebook_ids: among('notebook_ids') };
}

/** The same for two that permit the same, whatever order the database has put their fields in. */
const keyOf = ({ role, policies, scopes }: Rights) =>
  JSON.stringify([role, policies.map((one) => [one.domain, one.accessLevel, one.resourceFilter]), scopes]);
