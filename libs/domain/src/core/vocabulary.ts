import { Carried } from './carried.js';
import { idForm } from './id.js';

/** `work`: members may write and viewers read unless a policy says otherwise; `administration`: neither has access. */
export type DomainKind = 'work' | 'administration';

/** The domains of rights, by name. Features add theirs by `declare module '@tandem/domain/core/vocabulary'`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features add to it
export interface Domains {}
export type Domain = keyof Domains;

export interface Linkable {
  /** Read access to this domain shows such records; null for external ones. */
  domain: Domain | null;
  /** Path below `/api/v1`, such as `/tasks/{id}`, by which a URL in a note is recognized as a reference. */
  path?: string;
}

/** Types of records that notes and tasks can refer to, declared like the domains. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features add to it
export interface Linkables {}
export type LinkableType = keyof Linkables;

export interface Audited {
  type: string;
  resourceType: string;
}

export class Vocabulary {
  readonly domains: ReadonlyMap<Domain, DomainKind>;
  readonly linkable: ReadonlyMap<LinkableType, Linkable>;
  /** Paths of linkable records below `/api/v1`, with the id as the first group; the first match wins. */
  readonly paths: readonly [path: RegExp, type: LinkableType][];
  /** Types of records that the search covers. */
  readonly searched: readonly string[] = [];

  constructor(
    domains: Partial<Record<Domain, DomainKind>>,
    linkable: Partial<Record<LinkableType, Linkable>> = {},
    readonly eventTypes: readonly string[] = [],
    readonly audited: readonly Audited[] = [],
  ) {
    this.domains = new Map(Object.entries(domains) as [Domain, DomainKind][]);
    this.paths = pathsOf(linkable);
    this.linkable = new Map(Object.entries(linkable) as [LinkableType, Linkable][]);
  }

  within<T>(work: () => T): T {
    return vocabularies.during(this, work);
  }
}

export function vocabulary(): Vocabulary {
  const open = vocabularies.current;
  if (!open) throw new Error('no vocabulary is open: each app opens that of its features');
  return open;
}

const vocabularies = new Carried<Vocabulary>();

/** Longer paths first: a stage has its pipeline's path as a prefix. */
function pathsOf(linkable: Record<string, Linkable>): [RegExp, LinkableType][] {
  const withPaths = Object.entries(linkable).flatMap(([type, { path }]) => (path ? [{ type, path }] : []));
  const form = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? `(${idForm})` : '[\\w-]+'));
  return withPaths
    .sort((a, b) => b.path.split('/').length - a.path.split('/').length)
    .map(({ type, path }) => [new RegExp(`^${form(path)}(?![\\w-])`), type as LinkableType]);
}
