import { type Domain, vocabulary } from '../vocabulary.js';

export const domains = (): Domain[] => [...vocabulary().domains.keys()];

export const levels = ['none', 'read', 'write', 'admin'] as const;
export type Level = (typeof levels)[number];

export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

export interface ResourceFilter {
  project_ids?: string[];
  notebook_ids?: string[];
}

export interface Policy {
  domain: Domain | '*';
  accessLevel: Level;
  resourceFilter: ResourceFilter | null;
}

const ceilings: Record<Role, Level> = { owner: 'admin', admin: 'admin', member: 'write', viewer: 'read' };
const isForAdministrators = (domain: Domain) => vocabulary().domains.get(domain) === 'administration';

const filtered: Record<keyof ResourceFilter, readonly Domain[]> = {
  project_ids: ['tasks', 'projects'],
  notebook_ids: ['notes'],
};

export const isFiltered = (kind: keyof ResourceFilter, domain: Domain | '*') =>
  domain === '*' || filtered[kind].includes(domain);

const rank = (level: Level) => levels.indexOf(level);
const lower = (a: Level, b: Level): Level => (rank(a) < rank(b) ? a : b);

/** A caller's rights: per domain, the lowest of role ceiling, access policy and key scope. */
export class Rights {
  constructor(
    readonly role: Role,
    readonly policies: readonly Policy[],
    readonly scopes: readonly string[] = ['*'],
  ) {}

  /** For work that the product does on its own behalf. */
  static readonly full = new Rights('owner', []);

  /** A query for visible records must satisfy each of these. */
  get intersected(): readonly Rights[] {
    return [this];
  }

  level(domain: Domain): Level {
    return lower(lower(ceilings[this.role], this.granted(domain)), this.scopeLevel(domain));
  }

  allows(domain: Domain, requested: Level): boolean {
    return rank(this.level(domain)) >= rank(requested);
  }

  /** The visible records of the domain; null means all. */
  filter(domain: Domain): ResourceFilter | null {
    return this.policyFor(domain)?.resourceFilter ?? null;
  }

  /** True for callers who see only some records of the domain, and therefore cannot create others. */
  isLimited(domain: Domain): boolean {
    return this.filter(domain) !== null;
  }

  get isAdministrator(): boolean {
    return this.role === 'owner' || this.role === 'admin';
  }

  get isUnlimited(): boolean {
    return this.isAdministrator && this.policies.length === 0 && this.scopes.includes('*');
  }

  get namedProjects(): string[] {
    return this.policies.flatMap((policy) =>
      policy.accessLevel === 'none' ? [] : (policy.resourceFilter?.project_ids ?? []),
    );
  }

  coversScope(scope: string): boolean {
    if (scope === '*') return this.scopes.includes('*');
    const [domain, level] = scope.split(':') as [Domain, Level];
    return this.allows(domain, level);
  }

  /** The domains in which these rights permit a higher level, or show records that the others hide. */
  beyond(others: Rights): Domain[] {
    return domains().filter((domain) => {
      const level = this.level(domain);
      if (level === 'none') return false;
      return rank(level) > rank(others.level(domain)) || !isWithin(this.filter(domain), others.filter(domain));
    });
  }

  /** The domains in which these rights show private projects that the others hide. */
  unveiling(others: Rights): Domain[] {
    return domains().filter(
      (domain) =>
        isFiltered('project_ids', domain) && !isWithin(this.shownPrivate(domain), others.shownPrivate(domain)),
    );
  }

  /** The projects of the domain that are shown if they are private; null means all. */
  private shownPrivate(domain: Domain): ResourceFilter | null {
    if (this.level(domain) === 'none') return {};
    const filter = this.filter(domain);
    return filter || this.isAdministrator ? filter : { project_ids: this.namedProjects };
  }

  private granted(domain: Domain): Level {
    const policy = this.policyFor(domain);
    if (policy) return reaches(policy, domain) ? policy.accessLevel : 'none';
    return !this.isAdministrator && isForAdministrators(domain) ? 'none' : ceilings[this.role];
  }

  protected policyFor(domain: Domain): Policy | undefined {
    return this.policies.find((p) => p.domain === domain) ?? this.policies.find((p) => p.domain === '*');
  }

  private scopeLevel(domain: Domain): Level {
    if (this.scopes.includes('*')) return 'admin';
    return [...levels].reverse().find((level) => this.scopes.includes(`${domain}:${level}`)) ?? 'none';
  }
}

/** What the policies alone grant, without the role's ceiling, which may be raised later. */
export class PromisedRights extends Rights {
  override level(domain: Domain): Level {
    const policy = this.policyFor(domain);
    return policy && reaches(policy, domain) ? policy.accessLevel : 'none';
  }
}

/** A filtered `*` grants nothing where its filter cannot select: two projects do not imply all notes. */
const reaches = ({ resourceFilter }: Policy, domain: Domain) =>
  !resourceFilter ||
  (Object.keys(resourceFilter) as (keyof ResourceFilter)[]).every((kind) => isFiltered(kind, domain));

export function isWithin(inner: ResourceFilter | null, outer: ResourceFilter | null): boolean {
  if (!outer) return true;
  if (!inner) return false;
  const ids = (filter: ResourceFilter) => [...(filter.project_ids ?? []), ...(filter.notebook_ids ?? [])];
  const permitted = new Set(ids(outer));
  return ids(inner).every((id) => permitted.has(id));
}

export const reachesRole = (own: Role, other: Role) => roles.indexOf(own) <= roles.indexOf(other);

export const isScope = (text: string) =>
  text === '*' || domains().some((domain) => ['read', 'write', 'admin'].some((level) => text === `${domain}:${level}`));

/** Only what each of several rights permits, and only records that each shows. */
class IntersectedRights extends Rights {
  constructor(private readonly all: readonly Rights[]) {
    super(roles[Math.max(...all.map(({ role }) => roles.indexOf(role)))]!, [], commonScopes(all));
  }

  override get intersected(): readonly Rights[] {
    return this.all;
  }

  override level(domain: Domain): Level {
    return lowestLevel(this.all, domain);
  }

  override filter(domain: Domain): ResourceFilter | null {
    return this.all.map((one) => one.filter(domain)).reduce(common, null);
  }
}

export function intersectionOf(all: readonly Rights[]): Rights {
  const distinct = [...new Map(all.map((one) => [keyOf(one), one])).values()];
  return distinct.length === 1 ? distinct[0]! : new IntersectedRights(distinct);
}

const lowestLevel = (all: readonly Rights[], domain: Domain) => all.map((one) => one.level(domain)).reduce(lower);

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

/** Equal for equal rights, whatever the order in which the database returned their fields. */
const keyOf = ({ role, policies, scopes }: Rights) =>
  JSON.stringify([role, policies.map((one) => [one.domain, one.accessLevel, one.resourceFilter]), scopes]);
