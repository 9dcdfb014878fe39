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
  outside: boolean;
  isClosedToAgents: boolean;
}

export abstract class Operations {
  abstract get list(): readonly Operation[];

  /**
   * Checks rights and arguments like the route, and does slow, read-only work. The returned function does the rest, in
   * the open transaction if any, and resolves to the JSON of the response; null if that is empty.
   */
  abstract prepare<T = unknown>(name: string, args: Readonly<Record<string, unknown>>): Promise<() => Promise<T>>;
}
