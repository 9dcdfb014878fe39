/** One thing that can be done with the workspace, as the route of the API for it says. */
export interface Operation {
  /** The use case in snake_case, such as `create_task`. */
  name: string;
  summary: string;
  description: string | null;
  /** JSON Schema 2020-12 of its arguments: what stands in path, query and body of the route, in one object. */
  inputSchema: object;
  /** The right it asks for, such as `tasks:write`, or another kind of access, such as `authenticated`. */
  needs: string;
  readOnly: boolean;
  /** True when it calls the outside world. */
  outside: boolean;
  /** True when its feature keeps runs of agents from it, whatever their rights. */
  isClosedToAgents: boolean;
}

/** Every operation of the installed features: one list, derived from their routes. */
export abstract class Operations {
  /** In the order of their names. */
  abstract get list(): readonly Operation[];

  /**
   * Checks right and arguments as the route does, and does what takes its time and changes nothing. The function it answers does the
   * work, in the open transaction if there is one, and resolves to the JSON that the route answers; null where that is nothing.
   */
  abstract prepare<T = unknown>(name: string, args: Readonly<Record<string, unknown>>): Promise<() => Promise<T>>;
}
