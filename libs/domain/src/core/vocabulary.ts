import { AsyncLocalStorage } from 'node:async_hooks';

/** `work`: a member may write and a viewer read, if no policy says otherwise; `administration`: neither sees anything. */
export type DomainKind = 'work' | 'administration';

const ownDomains = {
  tasks: 'work',
  projects: 'work',
  notes: 'work',
  contacts: 'work',
  pipelines: 'work',
  agents: 'work',
  apps: 'work',
  members: 'administration',
  api_keys: 'administration',
  integration_keys: 'administration',
  webhooks: 'administration',
  audit: 'administration',
  usage: 'work',
} satisfies Record<string, DomainKind>;

/** The domains of rights, by name. A package that adds one declares it here: `declare module '@tandem/domain/core/vocabulary'`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- other packages add to it
export interface Domains extends Record<keyof typeof ownDomains, unknown> {}
export type Domain = keyof Domains;

export interface Linkable {
  /** The domain whose right to read shows such records; null for what is known outside only. */
  domain: Domain | null;
  /** Path of one below `/api/v1`, so that its URL in a note is a reference: `/tasks/{id}`. */
  path?: string;
}

const ownLinkable = {
  task: { domain: 'tasks', path: '/tasks/{id}' },
  project: { domain: 'projects', path: '/projects/{id}' },
  note: { domain: 'notes', path: '/notes/{id}' },
  notebook: { domain: 'notes', path: '/notebooks/{id}' },
  contact: { domain: 'contacts', path: '/contacts/{id}' },
  pipeline: { domain: 'pipelines', path: '/pipelines/{id}' },
  pipeline_stage: { domain: 'pipelines', path: '/pipelines/{pipeline}/stages/{id}' },
  agent_run: { domain: 'agents', path: '/agents/{agent}/runs/{id}' },
  event: { domain: null },
} satisfies Record<string, Linkable>;

/** The types of records that notes and tasks can refer to. A package that adds one declares it here, like a domain. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- other packages add to it
export interface Linkables extends Record<keyof typeof ownLinkable, unknown> {}
export type LinkableType = keyof Linkables;

/** The domains of rights, linkable types and types of published events of one installation: Tandem's own and what its features add. */
export class Vocabulary {
  readonly domains: ReadonlyMap<Domain, DomainKind>;
  readonly linkable: ReadonlyMap<LinkableType, Linkable>;
  /** Which paths below `/api/v1` name a linkable record, as the first group; the first that fits decides. */
  readonly paths: readonly [path: RegExp, type: LinkableType][];

  constructor(
    domains: Partial<Record<Domain, DomainKind>> = {},
    linkable: Partial<Record<LinkableType, Linkable>> = {},
    readonly eventTypes: readonly string[] = [],
  ) {
    this.domains = new Map(Object.entries({ ...ownDomains, ...domains }) as [Domain, DomainKind][]);
    this.paths = pathsOf({ ...ownLinkable, ...linkable });
    this.linkable = new Map(Object.entries({ ...ownLinkable, ...linkable }) as [LinkableType, Linkable][]);
  }

  /** Runs work, and whatever it starts, with this vocabulary. */
  within<T>(work: () => T): T {
    return storage.run(this, work);
  }
}

/**
 * The vocabulary of the installation that the present work belongs to; Tandem's own where none was set, as in a test of one
 * class.
 */
export const vocabulary = (): Vocabulary => storage.getStore() ?? plain;

const storage = new AsyncLocalStorage<Vocabulary>();

export const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The longer ones first: a stage is found below its pipeline. */
function pathsOf(linkable: Record<string, Linkable>): [RegExp, LinkableType][] {
  const told = Object.entries(linkable).flatMap(([type, { path }]) => (path ? [{ type, path }] : []));
  const form = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? `(${uuid})` : '[\\w-]+'));
  return told
    .sort((a, b) => b.path.split('/').length - a.path.split('/').length)
    .map(({ type, path }) => [new RegExp(`^${form(path)}(?![\\w-])`), type as LinkableType]);
}

const plain = new Vocabulary();
