/** Contributed by one feature for another, which declares a subclass for the kind, such as a blueprint. */
export abstract class Extension {
  /** Without a field, TypeScript would accept any object as an extension. */
  declare protected readonly isBrought: true;
}

export class Extensions {
  constructor(private readonly made: () => readonly Extension[]) {}

  /** In the order of the features; classes are instantiated once. */
  of<E extends Extension>(kind: abstract new (...given: never[]) => E): E[] {
    return this.made().filter((one): one is E => one instanceof kind);
  }
}
