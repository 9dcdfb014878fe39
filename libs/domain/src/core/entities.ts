/** Every kind of record that others may refer to by type and id, as the caller may see it. */
export abstract class Entities {
  abstract get types(): readonly string[];

  /** True when the caller can see such a record. */
  abstract exists(type: string, id: string): Promise<boolean>;
}
