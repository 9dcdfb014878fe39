/** An operation on the workspace, as its API route describes it. */
export interface Operation {
  /** The use case in snake_case, such as `create_task`. */
  name: string;
  summary: string;
  description: string | null;
  /** JSON Schema 2020-12 of all parameters in path, query and body, as one object. */
  inputSchema: object;
  /** The required right, such as `tasks:write`, or another kind of access, such as `authenticated`. */
  needs: string;
  readOnly: boolean;
  /** True when it makes external calls. */
  outside: boolean;
  /** True when agents may not call it, whatever their rights. */
  isClosedToAgents: boolean;
}

export abstract class Operations {
  /** Sorted by name. */
  abstract get list(): readonly Operation[];

  /**
   * Checks rights and arguments as the route does, and does slow, read-only work in advance. The returned function does
   * the rest, in the open transaction if there is one, and resolves to the JSON of the route's response; null if that
   * is empty.
   */
  abstract prepare<T = unknown>(name: string, args: Readonly<Record<string, unknown>>): Promise<() => Promise<T>>;
}
