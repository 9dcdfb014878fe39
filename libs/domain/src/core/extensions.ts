/** What a feature brings for another one to take, such as a kind of agent: whoever takes such things declares a class of it. */
export abstract class Extension {
  /** For the compiler alone: without a field any object would pass for an extension. */
  declare protected readonly isBrought: true;
}

/** All that the features of this installation have brought. */
export class Extensions {
  constructor(private readonly made: () => readonly Extension[]) {}

  /** Those of a kind, in the order of the features; classes among them are built once, from their needs. */
  of<E extends Extension>(kind: abstract new (...given: never[]) => E): E[] {
    return this.made().filter((one): one is E => one instanceof kind);
  }
}
