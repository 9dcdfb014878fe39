import type { Instances, Token } from '@tandem/domain/core/use-case';

export type Class<T = unknown> = abstract new (...args: any[]) => T;

/** One verb, as routes and jobs run it. */
export interface Verb<I, O> {
  /** Slow work that changes nothing, done before any transaction is open; `run` is given its result. */
  prepare?(input: I): Promise<unknown>;
  /** Resolves, when it can do with more events, to how many at most; asked before a subscription takes any. */
  untilReady?(): Promise<number>;
  /** Called without `prepared`, it prepares itself. */
  run: (input: I, prepared?: any) => Promise<O>;
}

/** A use case whose `needs` are what its constructor takes, in that order; one without needs takes nothing. */
export type UseCaseClass<I, O, Needs extends readonly Token[]> = { readonly needs?: Needs } & (new (
  ...needs: Instances<Needs>
) => Verb<I, O>);
