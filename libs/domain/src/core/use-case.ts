export type Token<T = unknown> = abstract new (...args: never[]) => T;

export type Instances<Needs extends readonly Token[]> = {
  [I in keyof Needs]: Needs[I] extends Token<infer T> ? T : never;
};

export type Injectable<T, Needs extends readonly Token[]> = { readonly needs: Needs } & (new (
  ...needs: Instances<Needs>
) => T);

export type Needed<N extends Record<string, Token>> = {
  readonly [Name in keyof N]: N[Name] extends Token<infer T> ? T : never;
};

/** Each dependency becomes a field of that name. With `port`, the result is the base of an adapter for that port. */
export function uses<N extends Record<string, Token>, Port = object>(
  needs: N,
  port: Token<Port> & { readonly needs?: readonly Token[] } = Object as unknown as Token<Port>,
): NeedingClass<N, Port> {
  const ofPort = port.needs ?? [];
  abstract class WithNeeds extends (port as unknown as abstract new (...instances: readonly unknown[]) => object) {
    constructor(...instances: readonly unknown[]) {
      super(...instances.slice(0, ofPort.length));
      const own = instances.slice(ofPort.length);
      for (const [index, name] of Object.keys(needs).entries()) Object.assign(this, { [name]: own[index] });
    }
  }
  return Object.assign(WithNeeds, { needs: [...ofPort, ...Object.values(needs)] }) as unknown as NeedingClass<N, Port>;
}

export type NeedingClass<N extends Record<string, Token>, Port> = { readonly needs: readonly Token[] } & (abstract new (
  ...instances: readonly unknown[]
) => Needed<N> & Port);
