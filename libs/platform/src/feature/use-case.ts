import type { Instances, Token } from '@tandem/domain/core/use-case';

export type Class<T = unknown> = abstract new (...args: any[]) => T;

export interface UseCase<I, O> {
  /** Slow, read-only work before any transaction is open; `run` receives its result. */
  prepare?(input: I): Promise<unknown>;
  /** Back-pressure: resolves, once it has capacity, to the maximum number of events it takes. */
  untilReady?(): Promise<number>;
  /** Without `prepared`, it calls `prepare` itself. */
  run: (input: I, prepared?: any) => Promise<O>;
}

export type UseCaseClass<I, O, Needs extends readonly Token[]> = { readonly needs?: Needs } & (new (
  ...needs: Instances<Needs>
) => UseCase<I, O>);
