import { Carried } from './carried.js';
import { idForm } from './id.js';

/** `work`: a member may write and a viewer read, if no policy says otherwise; `administration`: neither sees anything. */
export type DomainKind = 'work' | 'administration';

/** The domains of rights, by name. Whoever adds one declares it: `declare module '@tandem/domain/core/vocabulary'`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features add to it
export interface Domains {}
export type Domain = keyof Domains;

export interface Linkable {
  /** The domain whose right to read shows such records; null for what is known outside only. */
  domain: Domain | null;
  /** Path of one below `/api/v1`, so that its URL in a note is a reference: `/tasks/{id}`. */
  path?: string;
}

/** The types of records that notes and tasks can refer to, declared like the domains. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features add to it
export interface Linkables {}
export type LinkableType = keyof Linkables;

/** An event that only the audit log shows, and the type of the records that it is about. */
export interface Audited {
  type: string;
  resourceType: string;
}

/** The domains of rights, linkable types and types of events of one installation: what its features say. */
export class Vocabulary {
  readonly domains: ReadonlyMap<Domain, DomainKind>;
  readonly linkable: ReadonlyMap<LinkableType, Linkable>;
  /** Which paths below `/api/v1` name a linkable record, as the first group; the first that fits decides. */
  readonly paths: readonly [path: RegExp, type: LinkableType][];

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

  /** Runs work, and whatever it starts, with this vocabulary. */
  within<T>(work: () => T): T {
    return vocabularies.during(this, work);
  }
}

/** The vocabulary of the installation that the present work belongs to. */
export function vocabulary(): Vocabulary {
  const open = vocabularies.current;
  if (!open) throw new Error('no vocabulary is open: each app opens that of its features');
  return open;
}

const vocabularies = new Carried<Vocabulary>();

/** The longer ones first: a stage is found below its pipeline. */
function pathsOf(linkable: Record<string, Linkable>): [RegExp, LinkableType][] {
  const reported = Object.entries(linkable).flatMap(([type, { path }]) => (path ? [{ type, path }] : []));
  const form = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? `(${idForm})` : '[\\w-]+'));
  return reported
    .sort((a, b) => b.path.split('/').length - a.path.split('/').length)
    .map(({ type, path }) => [new RegExp(`^${form(path)}(?![\\w-])`), type as LinkableType]);
}
