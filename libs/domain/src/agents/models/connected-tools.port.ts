/** A tool of a connected app, as the journal of a run keeps it. */
export interface ConnectedTool {
  /** The name by which the model calls it. */
  name: string;
  app_id: string;
  /** The app's own name for it. */
  tool: string;
  definition_hash: string;
}

/** The tools of connected apps that agents may use: a member has accepted their present definitions as read-only. */
export abstract class ConnectedTools {
  abstract hasApp(slug: string): Promise<boolean>;

  /** The tools of the apps with these slugs; slugs of no app are ignored. */
  abstract of(slugs: readonly string[]): Promise<ConnectedTool[]>;

  /** The present definitions of tools, by the names that models know; without those that agents may no longer use. */
  abstract definitions(known: readonly ConnectedTool[]): Promise<Map<string, object>>;

  /** Resolves to the tool's answer. Rejects with a refusal where the app answers an error, with a `RunFailure` where it does not answer. */
  abstract call(known: ConnectedTool, args: Record<string, unknown>, signal: AbortSignal): Promise<string>;
}
