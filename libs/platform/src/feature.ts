import type { Migration, TableSchema } from './postgres/table.js';
import type { Domain } from '@tandem/domain/core/rights';
import type { EventRange, Happened } from '@tandem/domain/core/happened';
import type { Injectable, Token } from '@tandem/domain/core/use-case';
import type { View } from './view.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** `tasks:write` needs that right; `authenticated` any valid token; `operator` the operator's token; `public` none. */
export type Access = Right | 'authenticated' | 'operator' | 'public' | 'claim' | 'lenient';

export type Right = `${Domain}:${'read' | 'write' | 'admin'}`;

/** For an operation that answers 200 whatever happens; it takes no body and overlooks one that is sent. */
export interface Leniency {
  /** The right without which it does nothing. */
  needs: Right;
  /** The answer to give where another operation would answer with this status. */
  insteadOf(status: number): object;
}

export type Class<T = unknown> = abstract new (...args: any[]) => T;
export type InputClass<I = object> = new () => I;

interface Verb<I, O> {
  run(input: I): Promise<O>;
}

/** What an answer's body is made of: one record, a page, a bare array, or nothing. */
export interface Answer<O> {
  shape: 'one' | 'page' | 'list' | 'none';
  view: View<any> | null;
  readonly result?: (output: O) => void;
}

export interface Route<I = any, O = any> {
  method: Method;
  /** Express path below `/api/v1`. */
  path: string;
  access: Access;
  /** Goes with the access `lenient`. */
  lenient?: Leniency;
  /** One sentence: what the operation does. */
  summary: string;
  description?: string;
  input: InputClass<any>;
  run: Class<Verb<I, O>>;
  answer: Answer<any>;
  status?: 200 | 201 | 204;
  /** Path below `/api/v1` of the created record, from the answer: `/tasks/{id}`. */
  location?: string;
  /** True when creating what is there already answers 200 with that record instead of 201. */
  mayBeThere?: boolean;
  /** Expected problems beyond those every operation has: status and code. */
  problems?: readonly `${number} ${string}`[];
  /** True when the use case calls the outside world: then no transaction is held open around it. */
  outside?: boolean;
  bodyLimitBytes?: number;
  /** Wire name of the list that may also be sent as the whole body; faults are then told by their places in it. */
  bareList?: string;
  /** What the request counts as beside read or write. */
  counts?: 'search' | 'export';
  /** An example body for the documentation. */
  example?: object;
}

/** Declares a route; the use case's input and output must fit the input class and the answer. */
export const route = <I, O>(
  record: Omit<Route<I, O>, 'input' | 'answer' | 'run'> & {
    input: InputClass<I>;
    run: Class<Verb<I, O>>;
    answer: Answer<NoInfer<O>>;
  },
): Route => record;

export interface Job {
  /** Class name of the use case; also what a `Next` calls it. */
  name: string;
  run: Class<Verb<any, any>>;
  /** Event types that start it, one job an event; `*` one job a range of events of one tenant. */
  on?: readonly string[] | '*';
  /** Seconds between runs, in every worker; the use case is safe to run in several at once. */
  everySeconds?: number;
}

/** Run the use case for each event of these types, at least once. */
export const on = (types: readonly string[], run: Class<Verb<Happened, any>>): Job => ({
  name: run.name,
  run,
  on: types,
});
/** Run the use case for every range of a tenant's events, at least once. */
export const onAll = (run: Class<Verb<EventRange, any>>): Job => ({ name: run.name, run, on: '*' });
/** Run the use case every so many seconds in every worker. */
export const every = (everySeconds: number, run: Class<Verb<void, any>>): Job => ({
  name: run.name,
  run,
  everySeconds,
});
/** Run the use case when another one's answer names it as `Next`. */
export const whenNext = (run: Class<Verb<any, any>>): Job => ({ name: run.name, run });

export interface Binding {
  token: Token<any>;
  to: { readonly needs: readonly Token<any>[] } & (new (...needs: any[]) => any);
}

export const bind = <T, Needs extends readonly Token[]>(token: Token<T>, to: Injectable<T, Needs>): Binding => ({
  token,
  to: to,
});

/** An event type that leaves the house; its `data` is the record as the view shows it. */
export interface Published {
  type: string;
  view: View<any>;
}

/** A column of secrets, so that they can be sealed anew when the root key changes. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The place that the secret of a row is sealed for. */
  context: (row: { tenantId: string; id: string }) => string;
}

/** A store that tells which record an id leads to. */
export interface Findable {
  find(id: string): Promise<{ id: string } | undefined>;
  hold(id: string): Promise<{ id: string } | undefined>;
}

/** Everything a feature shows the two apps. */
export interface Feature {
  name: string;
  /** One sentence for the documentation. */
  summary: string;
  tables?: TableSchema<any>[];
  migrations?: (new () => Migration)[];
  /** Stores of the records that others may refer to, by entity type. */
  entities?: Record<string, Class<Findable>>;
  adapters?: Binding[];
  routes?: Route[];
  jobs?: Job[];
  publishes?: Published[];
  sealed?: SealedColumn[];
  /** Kinds of agents, for the registry of blueprints; see `FeatureBlueprints`. */
  blueprints?: Class[];
}
