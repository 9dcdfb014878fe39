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

export type Needed<N extends Record<string, Token>> = {
  readonly [Name in keyof N]: N[Name] extends Token<infer T> ? T : never;
};

/**
 * Base class that declares its dependencies; each becomes a field of that name. With `port`, it is the base of an adapter of
 * that port, or adds to the needs that a base class has already.
 */
export function uses<N extends Record<string, Token>, Port = object>(
  needs: N,
  port: Token<Port> & { readonly needs?: readonly Token[] } = Object as unknown as Token<Port>,
): NeedingClass<N, Port> {
  const ofPort = port.needs ?? [];
  abstract class Needing extends (port as unknown as abstract new (...made: readonly unknown[]) => object) {
    constructor(...made: readonly unknown[]) {
      super(...made.slice(0, ofPort.length));
      const own = made.slice(ofPort.length);
      for (const [index, name] of Object.keys(needs).entries()) Object.assign(this, { [name]: own[index] });
    }
  }
  return Object.assign(Needing, { needs: [...ofPort, ...Object.values(needs)] }) as unknown as NeedingClass<N, Port>;
}

/** What `uses` makes; the abstract members of the port are left to the class. */
export type NeedingClass<N extends Record<string, Token>, Port> = { readonly needs: readonly Token[] } & (abstract new (
  ...made: readonly unknown[]
) => Needed<N> & Port);
