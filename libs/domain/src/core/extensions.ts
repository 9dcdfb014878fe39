/** Contributed by one feature for another, which declares a subclass for the kind, such as a blueprint. */
export abstract class Extension {
  /** Without a field, TypeScript would accept any object as an extension. */
  declare protected readonly isProvided: true;
}

export class Extensions {
  constructor(private readonly build: () => readonly Extension[]) {}

  /** In the order of the features; classes are instantiated once. */
  of<E extends Extension>(kind: abstract new (...given: never[]) => E): E[] {
    return this.build().filter((one): one is E => one instanceof kind);
  }
}
