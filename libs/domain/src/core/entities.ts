/** Every kind of record that others may refer to by type and id, as the caller may see it. */
export abstract class Entities {
  abstract get types(): readonly string[];

  /** Id of the record that an id leads to: its own, but for a record merged into another one. Undefined when the caller sees none. */
  abstract idOf(type: string, id: string): Promise<string | undefined>;
}
