/** A class that can be a dependency: abstract classes are ports. */
export type Token<T = unknown> = abstract new (...args: never[]) => T;

/** What a constructor gets that is built from these needs. */
export type Instances<Needs extends readonly Token[]> = {
  [I in keyof Needs]: Needs[I] extends Token<infer T> ? T : never;
};

/** One verb: `needs` names, in constructor order, what it works with. */
export interface UseCase<Input, Output> {
  run(input: Input): Promise<Output>;
}

export interface UseCaseClass<Input, Output, Needs extends readonly Token[] = readonly Token[]> {
  readonly needs: Needs;
  new (...needs: never[]): UseCase<Input, Output>;
}

/** What a class with `static needs` must look like for its constructor to fit. */
export type Injectable<T, Needs extends readonly Token[]> = { readonly needs: Needs } & (new (
  ...needs: Instances<Needs>
) => T);
