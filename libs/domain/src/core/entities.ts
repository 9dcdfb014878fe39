/** Every kind of record that others may refer to by type and id, as the caller may see it. */
export abstract class Entities {
  abstract get types(): readonly string[];

  /** Id of the record that an id leads to: its own, but for a record merged into another one. Undefined when the caller sees none. */
  abstract idOf(type: string, id: string): Promise<string | undefined>;

  /** Those of the ids, in lower case, that are ids of records which the caller sees. */
  abstract present(type: string, ids: readonly string[]): Promise<Set<string>>;

  /** The same as `idOf`, and it goes on leading there until the open transaction ends. */
  abstract heldIdOf(type: string, id: string): Promise<string | undefined>;
}
