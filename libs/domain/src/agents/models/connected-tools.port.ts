export interface ConnectedTool {
  /** Its name for the model. */
  name: string;
  app_id: string;
  /** Its name in the app. */
  tool: string;
  definition_hash: string;
}

/** Tools of connected apps whose current definitions a member has accepted as read-only. */
export abstract class ConnectedTools {
  abstract hasApp(slug: string): Promise<boolean>;

  /** Unknown slugs are ignored. */
  abstract of(slugs: readonly string[]): Promise<ConnectedTool[]>;

  /** Current definitions by the tools' names for the model, without tools that agents may no longer use. */
  abstract definitions(known: readonly ConnectedTool[]): Promise<Map<string, object>>;

  /** Rejects with a refusal when the app returns an error, and with a `RunFailure` when it does not respond. */
  abstract call(known: ConnectedTool, args: Record<string, unknown>, signal: AbortSignal): Promise<string>;
}
