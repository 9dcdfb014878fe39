export const domains = [
  'tasks',
  'projects',
  'notes',
  'contacts',
  'pipelines',
  'agents',
  'apps',
  'members',
  'api_keys',
  'integration_keys',
  'webhooks',
  'audit',
  'usage',
] as const;
export type Domain = (typeof domains)[number];

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
const adminOnly: readonly Domain[] = ['members', 'api_keys', 'integration_keys', 'webhooks', 'audit'];

const rank = (level: Level) => levels.indexOf(level);
const lower = (a: Level, b: Level): Level => (rank(a) < rank(b) ? a : b);

/** What a caller may do: the lowest of role ceiling, access policy and key scope, domain by domain. */
export class Rights {
  constructor(
    readonly role: Role,
    readonly policies: readonly Policy[],
    readonly scopes: readonly string[],
  ) {}

  /** Everything: for work the product does on its own behalf. */
  static readonly full = new Rights('owner', [], ['*']);

  level(domain: Domain): Level {
    return lower(lower(ceilings[this.role], this.granted(domain)), this.scopeLevel(domain));
  }

  allows(domain: Domain, wanted: Level): boolean {
    return rank(this.level(domain)) >= rank(wanted);
  }

  /** The records of a domain the caller is limited to; null means all. */
  filter(domain: Domain): ResourceFilter | null {
    return this.policyFor(domain)?.resourceFilter ?? null;
  }

  get isAdministrator(): boolean {
    return this.role === 'owner' || this.role === 'admin';
  }

  /** Projects that a policy names: they admit the caller to private ones. */
  get namedProjects(): string[] {
    return this.policies.flatMap((policy) =>
      policy.accessLevel === 'none' ? [] : (policy.resourceFilter?.project_ids ?? []),
    );
  }

  /** True when everything `scope` (such as `tasks:write` or `*`) permits is permitted to this caller too. */
  coversScope(scope: string): boolean {
    if (scope === '*')
      return domains.every((domain) => this.allows(domain, ceilings[this.role])) && this.scopes.includes('*');
    const [domain, level] = scope.split(':') as [Domain, Level];
    return this.allows(domain, level);
  }

  private granted(domain: Domain): Level {
    const policy = this.policyFor(domain);
    if (policy) return policy.accessLevel;
    return !this.isAdministrator && adminOnly.includes(domain) ? 'none' : ceilings[this.role];
  }

  private policyFor(domain: Domain): Policy | undefined {
    return this.policies.find((p) => p.domain === domain) ?? this.policies.find((p) => p.domain === '*');
  }

  private scopeLevel(domain: Domain): Level {
    if (this.scopes.includes('*')) return 'admin';
    return [...levels].reverse().find((level) => this.scopes.includes(`${domain}:${level}`)) ?? 'none';
  }
}

export const isScope = (text: string) =>
  text === '*' || domains.some((domain) => ['read', 'write', 'admin'].some((level) => text === `${domain}:${level}`));
