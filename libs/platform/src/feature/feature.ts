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
  /** Class name of the use case: also the name of the subscription, and what the queue knows a `FollowUp` by. */
  name: string;
  run: Class<Verb<any, any>>;
  /** Event types that start it, `*` for all: a subscription, with a cursor of its own in each tenant. */
  on?: readonly string[] | '*';
  /** How the use case is given events; one at a time where absent. */
  takes?: 'several' | 'range';
  /** Seconds between runs, in every worker; the use case is safe to run in several at once. */
  everySeconds?: number;
  /** Runs when a second begins, and events that happen meanwhile are told after it. */
  isPunctual?: boolean;
  /** True where commands of the operator alone run it: no queue has it. */
  byHand?: true;
}

/*
 * What starts a use case. Events: `on` for each event of these types, `onSeveral` for as many of them at once as there are, `onAll`
 * for every range of a tenant's events. Time: `every` so many seconds, in every worker;
 * `everySecond` for what is to be done on the second, before events are told. Another use case: `asFollowUp`, when its
 * answer is a `FollowUp` with its class. The operator: `byHand`, for the commands that ask for it by its name.
 * Each event is handled exactly once and in order, tenant by tenant: the use case runs in the transaction that moves the
 * subscription's cursor, so it is short and calls nothing outside the database; if it throws, it is tried again later, before any
 * later event. Work that is long or calls out is answered as `FollowUp`; should that be lost, a verb started by `every` finds it in the database.
 */

/** Declares jobs whose use case takes such an input; `starts` is what starts them. */
const startedBy =
  <Input>(starts: Partial<Job>) =>
  <Needs extends readonly Token[] = readonly []>(run: UseCaseClass<Input, any, Needs>): Job => ({
    name: run.name,
    run,
    ...starts,
  });

/** The same where each job says first what starts it, such as its event types. */
const startedByIts =
  <Input, What>(starts: (what: What) => Partial<Job>) =>
  <Needs extends readonly Token[] = readonly []>(what: What, run: UseCaseClass<Input, any, Needs>): Job =>
    startedBy<Input>(starts(what))(run);

export const on = startedByIts<EventRef, readonly string[]>((types) => ({ on: types }));
export const onSeveral = startedByIts<{ events: EventRef[] }, readonly string[]>((types) => ({
  on: types,
  takes: 'several',
}));
export const onAll = startedBy<EventRange>({ on: '*', takes: 'range' });
export const every = startedByIts<void, number>((everySeconds) => ({ everySeconds }));
export const everySecond = startedBy<void>({ everySeconds: 1, isPunctual: true });
export const asFollowUp = startedBy<any>({});
export const byHand = startedBy<any>({ byHand: true });

export interface Binding {
  /** True where it takes over what a feature before it binds. */
  replaces?: true;
  token: Token<any>;
  to: { readonly needs: readonly Token<any>[] } & (new (...needs: any[]) => any);
}

export const bind = <T, Needs extends readonly Token[]>(
  token: Token<T>,
  to: Injectable<NoInfer<T>, Needs>,
): Binding => ({ token, to });

/** Binds a port that a feature earlier in the list has bound already, and takes it over. */
export const rebind: typeof bind = (token, to) => ({ ...bind(token, to), replaces: true });

/** What a feature brings: a thing, or a class that is built from its needs. */
export type Brought = Extension | Class<Extension>;

/** A kind of extensions that a feature takes. */
export interface Taking {
  kind: abstract new (...given: never[]) => Extension;
  /** What is wrong with those that features bring, one line each. */
  faultsIn: (brought: readonly { feature: Feature; thing: never }[], features: readonly Feature[]) => string[];
}

/** An event type that leaves the house; its `data` is the record as the view shows it. */
export interface Published {
  type: string;
  view: View<any>;
}

/** The events of a noun that leave the house: `task.created` and so on, each with the record as its view shows it. */
export const publishes = <E>(noun: string, verbs: readonly string[], view: View<E>): Published[] =>
  verbs.map((verb) => ({ type: `${noun}.${verb}`, view }));

/** The events of a noun that stay in the audit log. */
export const audits = (noun: string, verbs: readonly string[], resourceType = noun): Audited[] =>
  verbs.map((verb) => ({ type: `${noun}.${verb}`, resourceType }));

/** Every event type that some feature publishes. */
export class PublishedTypes {
  constructor(readonly list: readonly Published[]) {}
}

/** A column of sealed secrets: `reseal` seals them anew when the root key changes. */
export interface SealedColumn {
  table: string;
  column: string;
  /** What the secret of a row is sealed for; it opens for nothing else. */
  place: (row: { tenantId: string; id: string }) => SealedFor;
}

/** A store that looks records up by their ids. */
export interface Findable {
  find(id: string): Promise<{ id: string } | undefined>;
  lockShared(id: string): Promise<{ id: string } | undefined>;
  present(ids: readonly string[]): Promise<Set<string>>;
}

/** What operators can watch of a feature; its use cases and adapters tell the values to their `Meter`. */
export interface Measure {
  /** As Prometheus has it, such as `tandem_agent_run_seconds`. */
  name: string;
  help: string;
  /** A level is the last value, a count the sum of all values; of seconds the distribution is published. */
  kind: 'level' | 'count' | 'seconds';
  labels?: readonly string[];
}

/** How much is closed to a program even where it has the right: all, or what changes something. */
type Closed = 'all' | 'changes';

/** Everything a feature shows the two apps. */
export interface Feature {
  name: string;
  /** One sentence for the documentation. */
  summary: string;
  tables?: TableSchema<any>[];
  migrations?: (new () => Migration)[];
  /** Stores of the records that others may refer to, by entity type. */
  entities?: Record<string, Class<Findable>>;
  /** Domains of rights that it adds: what `goals:write` in a route asks for. */
  domains?: { [D in Domain]?: DomainKind };
  /** Closes its routes, and every route that asks for a right of its domains, to models over MCP and to runs of agents. */
  closedTo?: { models?: Closed; agents?: Closed };
  /** How models find those of its tools that they are not shown at once: what these are for, and other words for what they name. */
  toolWords?: { beyond?: string; synonyms?: Readonly<Record<string, string>> };
  /** Types of its `entities` that others can refer to: for links, mentions and backlinks. */
  linkable?: { [T in LinkableType]?: Linkable };
  adapters?: Binding[];
  routes?: Route[];
  /** Codes of problems that are its own. */
  problems?: ProblemCodes;
  jobs?: Job[];
  publishes?: Published[];
  /** Events that it records beside those it publishes: what the audit log can be asked for. */
  audits?: Audited[];
  measures?: Measure[];
  sealed?: SealedColumn[];
  /** What the operator sets of it; no two features share a setting. */
  settings?: SettingKinds;
  /** Extensions for features that take their kind. */
  brings?: readonly Brought[];
  takes?: readonly Taking[];
}

/** The views whose schemas a feature tells the world. */
export const viewsOf = ({ routes = [], publishes = [] }: Feature): View[] => [
  ...routes.flatMap(({ answer }) => answer.view ?? []),
  ...publishes.map(({ view }) => view),
];
