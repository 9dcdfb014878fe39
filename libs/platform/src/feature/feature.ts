import type { Migration, TableSchema } from '../store/table.js';
import type { SettingKinds } from '../settings/settings.js';
import type { SealedFor } from '@tandem/domain/core/sealer';
import type { Audited, Domain, DomainKind, Linkable, LinkableType } from '@tandem/domain/core/vocabulary';
import type { EventRange, EventRef } from '@tandem/domain/core/events/happened';
import type { Extension, Extensions } from '@tandem/domain/core/extensions';
import type { Page, PageRequest } from '@tandem/domain/core/page';
import type { Injectable, Token } from '@tandem/domain/core/use-case';
import type { ProblemCodes } from './problem-codes.js';
import { neededFor, type Route } from './route.js';
import type { Class, UseCase, UseCaseClass } from './use-case.js';
import type { View } from '../view/view.js';

export * from './route.js';
export type { Class } from './use-case.js';

export interface Job {
  /** Class name of the use case; also names the subscription, and the use case in a `FollowUp`. */
  name: string;
  run: Class<UseCase<any, any>>;
  /** Event types that start it, `*` for all: a subscription with its own cursor in each tenant. */
  on?: readonly string[] | '*';
  /** How the use case receives events; one at a time if absent. */
  receives?: 'several' | 'range';
  /** Seconds between runs in every worker; concurrent runs must be safe. */
  everySeconds?: number;
  /** Runs at the start of a second, before new events are handled. */
  isPunctual?: boolean;
  /** True if only commands of the operator run it; it has no queue. */
  byHand?: true;
}

/**
 * Events (`on`, `onSeveral`, `onAll`) are handled exactly once and in order within a tenant, in the transaction that
 * advances the cursor: keep it short, without outside calls. An error is retried before any later event. Long work is
 * returned as a `FollowUp`; if that is lost, a job started by `every` finds it in the database.
 */

const startedBy =
  <Input>(starts: Partial<Job>) =>
  <Needs extends readonly Token[] = readonly []>(run: UseCaseClass<Input, any, Needs>): Job => ({
    name: run.name,
    run,
    ...starts,
  });

const startedByEach =
  <Input, What>(starts: (what: What) => Partial<Job>) =>
  <Needs extends readonly Token[] = readonly []>(what: What, run: UseCaseClass<Input, any, Needs>): Job =>
    startedBy<Input>(starts(what))(run);

export const on = startedByEach<EventRef, readonly string[]>((types) => ({ on: types }));
export const onSeveral = startedByEach<{ events: EventRef[] }, readonly string[]>((types) => ({
  on: types,
  receives: 'several',
}));
export const onAll = startedBy<EventRange>({ on: '*', receives: 'range' });
export const every = startedByEach<void, number>((everySeconds) => ({ everySeconds }));
export const everySecond = startedBy<void>({ everySeconds: 1, isPunctual: true });
export const asFollowUp = startedBy<any>({});
export const byHand = startedBy<any>({ byHand: true });

export interface Binding {
  replaces?: true;
  token: Token<any>;
  to: { readonly needs: readonly Token<any>[] } & (new (...needs: any[]) => any);
}

export const bind = <T, Needs extends readonly Token[]>(
  token: Token<T>,
  to: Injectable<NoInfer<T>, Needs>,
): Binding => ({ token, to });

export const rebind: typeof bind = (token, to) => ({ ...bind(token, to), replaces: true });

export type Provided = Extension | Class<Extension>;

export interface ExtensionPoint {
  kind: abstract new (...given: never[]) => Extension;
  faultsIn: (provided: readonly { feature: Feature; thing: never }[], features: readonly Feature[]) => string[];
}

export interface Published {
  type: string;
  view: View<any>;
}

/** The published events of a resource type: `task.created` and so on, each with the record as its view shows it. */
export const publishes = <E>(resource: string, actions: readonly string[], view: View<E>): Published[] =>
  actions.map((action) => ({ type: `${resource}.${action}`, view }));

export const audits = (resource: string, actions: readonly string[], resourceType = resource): Audited[] =>
  actions.map((action) => ({ type: `${resource}.${action}`, resourceType }));

export class PublishedTypes {
  constructor(readonly list: readonly Published[]) {}
}

/** A column of sealed secrets: `reseal` seals them again when the root key changes. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Binds the secret to its row: it opens for nothing else. */
  location: (row: { tenantId: string; id: string }) => SealedFor;
}

export interface Findable {
  find(id: string): Promise<{ id: string } | undefined>;
  lockShared(id: string): Promise<{ id: string } | undefined>;
  present(ids: readonly string[]): Promise<Set<string>>;
}

/** Makes records of a type searchable. All but the first four are SQL on the row `t`, and only `title` is needed. */
export interface Searchable {
  /** With a store among the `entities` of the feature. */
  type: string;
  domain: Domain;
  /** Below `/api/v1`, such as `/tasks/{id}`, filled from the view. */
  path: string;
  view: View<any>;
  title: string;
  /** Text arrays: of names that find exactly this record, of addresses, and of tags. */
  identifiers?: string;
  channels?: string;
  tags?: string;
  description?: string;
  /** Includes all text that some readers of the record may not see (`GuardedContent`). */
  body?: string;
  isClosed?: string;
  /** The id of the project or notebook that it belongs to, or is. */
  project?: string;
  notebook?: string;
  /** For a title that is known to the code only: from what `title` gives. */
  titleOf?: (stored: string, extensions: Extensions) => string;
  /** By type of record: the field of its JSON with the id of the searchable record that shows its text. */
  parts?: Readonly<Record<string, string>>;
  /** By type of record: the field with a name that many of the searchable records show. */
  names?: Readonly<Record<string, string>>;
}

export interface Measure {
  name: string;
  help: string;
  /** A level is the last value, a count the sum of all values; seconds are published as a distribution. */
  kind: 'level' | 'count' | 'seconds';
  labels?: readonly string[];
  /** Only API processes observe and publish it. By default workers publish it, and API processes if it is a count. */
  publishedBy?: 'api';
  /** A port that reads the level from the database; API and worker then publish it, and nobody reports it. */
  readBy?: Token<{ readAcrossTenants(): Promise<number> }>;
}

export interface Exported {
  view: View<any>;
  /** Called page by page, as the query of a list. */
  run: Class<UseCase<PageRequest, Page>>;
}

type Closed = 'all' | 'changes';

export interface Feature {
  name: string;
  summary: string;
  tables?: TableSchema<any>[];
  migrations?: (new () => Migration)[];
  entities?: Record<string, Class<Findable>>;
  /** Domains of rights that it adds, such as `goals` in `goals:write`. */
  domains?: { [D in Domain]?: DomainKind };
  /** Closes its routes, and all routes that require a right of its domains, to models over MCP or to runs of agents. */
  closedTo?: { models?: Closed; agents?: Closed };
  /** Helps models to search its tools: what the unlisted ones are for, and synonyms of what they name. */
  toolVocabulary?: { beyond?: string; synonyms?: Readonly<Record<string, string>> };
  linkable?: { [T in LinkableType]?: Linkable };
  searchable?: readonly Searchable[];
  adapters?: Binding[];
  routes?: Route[];
  /** Routes that follow from those of all features, such as an export of each list. */
  derives?: (features: readonly Feature[]) => Route[];
  /** Parts of its records that have no list of their own, for the export of the workspace. */
  exports?: readonly Exported[];
  problems?: ProblemCodes;
  jobs?: Job[];
  publishes?: Published[];
  audits?: Audited[];
  measures?: Measure[];
  sealed?: SealedColumn[];
  /** Settings of its own; no two features share one. */
  settings?: SettingKinds;
  provides?: readonly Provided[];
  accepts?: readonly ExtensionPoint[];
}

export const viewsOf = ({ routes = [], publishes = [] }: Feature): View[] => [
  ...routes.flatMap(({ response }) => response.view ?? []),
  ...publishes.map(({ view }) => view),
];

/** Whether a feature closes a route to models or agents, whatever their rights. */
export function isClosed(
  route: Route,
  to: keyof NonNullable<Feature['closedTo']>,
  features: readonly Feature[],
): boolean {
  const [domain, level] = neededFor(route).split(':');
  const concerning = features.filter(({ routes, domains }) => routes?.includes(route) || domain! in (domains ?? {}));
  return concerning.some(
    ({ closedTo }) => closedTo?.[to] === 'all' || (closedTo?.[to] === 'changes' && level !== 'read'),
  );
}
