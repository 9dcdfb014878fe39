/** A class that can be a dependency: abstract classes are ports. */
export type Token<T = unknown> = abstract new (...args: never[]) => T;

/** What a constructor gets that is built from these needs. */
export type Instances<Needs extends readonly Token[]> = {
  [I in keyof Needs]: Needs[I] extends Token<infer T> ? T : never;
};

/** What a class with `static needs` must look like for its constructor to fit. */
export type Injectable<T, Needs extends readonly Token[]> = { readonly needs: Needs } & (new (
  ...needs: Instances<Needs>
) => T);

/** What a class made by `needing` is made with, each under the name it was asked for by. */
export type Needed<N extends Record<string, Token>> = {
  readonly [Name in keyof N]: N[Name] extends Token<infer T> ? T : never;
};

/**
 * The beginning of a class that works with these, and of an adapter of `port`: `needs` names them to whoever makes it, and each
 * stands under its name in what is made.
 */
export function needing<N extends Record<string, Token>, Port = object>(
  needs: N,
  port: Token<Port> = Object as unknown as Token<Port>,
): NeedingClass<N, Port> {
  abstract class Needing extends (port as Token<object>) {
    constructor(...made: readonly unknown[]) {
      super();
      for (const [index, name] of Object.keys(needs).entries()) Object.assign(this, { [name]: made[index] });
    }
  }
  return Object.assign(Needing, { needs: Object.values(needs) }) as unknown as NeedingClass<N, Port>;
}

/** What `needing` makes: what the port leaves open is for the class to say. */
export type NeedingClass<N extends Record<string, Token>, Port> = { readonly needs: readonly Token[] } & (abstract new (
  ...made: readonly unknown[]
) => Needed<N> & Port);
