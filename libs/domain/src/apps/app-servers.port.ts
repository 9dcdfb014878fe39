import type { Discovery, ProbeFault } from './probe-result.js';

/** The address of an app, and how Tandem authenticates there. */
export interface AppServer {
  url: string;
  token?: string | undefined;
}

export interface ToolCall {
  /** The app's own name for it. */
  tool: string;
  arguments: Record<string, unknown>;
}

/** What the tool answered, as text, or why the app did not. */
export type ToolOutcome = { text: string; isError: boolean } | { fault: ProbeFault };

export abstract class AppServers {
  /** Reads the whole list of tools of a server, within ten seconds; never throws for what the server does. */
  abstract discover(server: AppServer): Promise<Discovery>;

  /** Calls a tool once; it has a minute to answer. Rejects only where the signal fires. */
  abstract call(server: AppServer, call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}
