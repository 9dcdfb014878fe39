import type { Instances, Token } from '@tandem/domain/core/use-case';

export type Class<T = unknown> = abstract new (...args: any[]) => T;

/** One verb, as routes and jobs run it. */
export interface Verb<I, O> {
  /** Done before any transaction is open, for what takes its time and changes nothing; `run` is handed what came of it. */
  prepare?(input: I): Promise<unknown>;
  /** Who runs a verb without preparing it hands nothing over; it then prepares itself. */
  run: (input: I, prepared?: any) => Promise<O>;
}

/** A use case whose `needs` are what its constructor takes, in that order; one without needs takes nothing. */
export type VerbClass<I, O, Needs extends readonly Token[]> = { readonly needs?: Needs } & (new (
  ...needs: Instances<Needs>
) => Verb<I, O>);
