import type { Migration, TableSchema } from '../store/table.js';
import type { SettingKinds } from '../settings/settings.js';
import type { SealedFor } from '@tandem/domain/core/sealer';
import type { Audited, Domain, DomainKind, Linkable, LinkableType } from '@tandem/domain/core/vocabulary';
import type { EventRange, EventRef } from '@tandem/domain/core/events/happened';
import type { Extension } from '@tandem/domain/core/extensions';
import type { Injectable, Token } from '@tandem/domain/core/use-case';
import type { ProblemCodes } from './problem-codes.js';
import type { Route } from './route.js';
import type { Class, Verb, UseCaseClass } from './verb.js';
import type { View } from '../view/view.js';

export * from './route.js';
export type { Class } from './verb.js';

export interface Job {
  /** Class name of the use case; also names the subscription, and the use case in a `FollowUp`. */
  name: string;
  run: Class<Verb<any, any>>;
  /** Event types that start it, `*` for all: a subscription with its own cursor in each tenant. */
  on?: readonly string[] | '*';
  /** How the use case receives events; one at a time if absent. */
  takes?: 'several' | 'range';
  /** Seconds between runs in every worker; concurrent runs must be safe. */
  everySeconds?: number;
  /** Runs at the start of a second, before new events are handled. */
  isPunctual?: boolean;
  /** True if only commands of the operator run it; it has no queue. */
  byHand?: true;
}

/*
 * The ways to start a use case. Events: `on` for one event of these types, `onSeveral` for a batch of them, `onAll` for
 * every range of a tenant's events. Time: `every` so many seconds in every worker, `everySecond` at the start of each
 * second. Another use case: `asFollowUp`, when it returns a `FollowUp`. The operator: `byHand`.
 * Each event is handled exactly once and in order within its tenant: the use case runs in the transaction that advances
 * the cursor, so it is short and makes no outside calls; an error is retried before any later event. Long work and
 * outside calls are returned as a `FollowUp`; if that is lost, a job started by `every` finds the work in the database.
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
  takes: 'several',
}));
export const onAll = startedBy<EventRange>({ on: '*', takes: 'range' });
export const every = startedByEach<void, number>((everySeconds) => ({ everySeconds }));
export const everySecond = startedBy<void>({ everySeconds: 1, isPunctual: true });
export const asFollowUp = startedBy<any>({});
export const byHand = startedBy<any>({ byHand: true });

export interface Binding {
  /** True if it replaces the binding of an earlier feature. */
  replaces?: true;
  token: Token<any>;
  to: { readonly needs: readonly Token<any>[] } & (new (...needs: any[]) => any);
}

export const bind = <T, Needs extends readonly Token[]>(
  token: Token<T>,
  to: Injectable<NoInfer<T>, Needs>,
): Binding => ({ token, to });

/** Replaces the binding of a port by an earlier feature. */
export const rebind: typeof bind = (token, to) => ({ ...bind(token, to), replaces: true });

/** An extension, or a class of one that is built from its needs. */
export type Brought = Extension | Class<Extension>;

/** A kind of extension that a feature accepts. */
export interface Taking {
  kind: abstract new (...given: never[]) => Extension;
  /** Faults of the extensions provided, one line each. */
  faultsIn: (brought: readonly { feature: Feature; thing: never }[], features: readonly Feature[]) => string[];
}

/** An event type for webhooks; its `data` is the record as the view shows it. */
export interface Published {
  type: string;
  view: View<any>;
}

/** The published events of a noun: `task.created` and so on, each with the record as its view shows it. */
export const publishes = <E>(noun: string, verbs: readonly string[], view: View<E>): Published[] =>
  verbs.map((verb) => ({ type: `${noun}.${verb}`, view }));

/** The events of a noun that appear only in the audit log. */
export const audits = (noun: string, verbs: readonly string[], resourceType = noun): Audited[] =>
  verbs.map((verb) => ({ type: `${noun}.${verb}`, resourceType }));

export class PublishedTypes {
  constructor(readonly list: readonly Published[]) {}
}

/** A column of sealed secrets: `reseal` seals them again when the root key changes. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Binds the secret to its row: it opens for nothing else. */
  place: (row: { tenantId: string; id: string }) => SealedFor;
}

export interface Findable {
  find(id: string): Promise<{ id: string } | undefined>;
  lockShared(id: string): Promise<{ id: string } | undefined>;
  present(ids: readonly string[]): Promise<Set<string>>;
}

/** A metric; use cases and adapters report its values to their `Meter`. */
export interface Measure {
  /** The Prometheus name, such as `tandem_agent_run_seconds`. */
  name: string;
  help: string;
  /** A level is the last value, a count the sum of all values; seconds are published as a distribution. */
  kind: 'level' | 'count' | 'seconds';
  labels?: readonly string[];
}

/** What is closed regardless of rights: everything, or changes. */
type Closed = 'all' | 'changes';

/** Everything that one folder contributes. */
export interface Feature {
  name: string;
  /** One sentence for the documentation. */
  summary: string;
  tables?: TableSchema<any>[];
  migrations?: (new () => Migration)[];
  /** Stores of the records that other features may refer to, by entity type. */
  entities?: Record<string, Class<Findable>>;
  /** Domains of rights that it adds, such as `goals` in `goals:write`. */
  domains?: { [D in Domain]?: DomainKind };
  /** Closes its routes, and all routes that require a right of its domains, to models over MCP or to runs of agents. */
  closedTo?: { models?: Closed; agents?: Closed };
  /** Helps models to search its tools: what the unlisted ones are for, and synonyms of what they name. */
  toolWords?: { beyond?: string; synonyms?: Readonly<Record<string, string>> };
  /** Types of its `entities` for links, mentions and backlinks. */
  linkable?: { [T in LinkableType]?: Linkable };
  adapters?: Binding[];
  routes?: Route[];
  problems?: ProblemCodes;
  jobs?: Job[];
  publishes?: Published[];
  /** Unpublished events that it records, as filters of the audit log. */
  audits?: Audited[];
  measures?: Measure[];
  sealed?: SealedColumn[];
  /** Settings of its own; no two features share one. */
  settings?: SettingKinds;
  /** Extensions for features that take their kind. */
  brings?: readonly Brought[];
  takes?: readonly Taking[];
}

export const viewsOf = ({ routes = [], publishes = [] }: Feature): View[] => [
  ...routes.flatMap(({ answer }) => answer.view ?? []),
  ...publishes.map(({ view }) => view),
];
