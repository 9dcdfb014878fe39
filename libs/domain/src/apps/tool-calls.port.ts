import type { ProbeFault } from './probe-result.js';

/** Where an app is, and how Tandem shows itself to it. */
export interface AppServer {
  url: string;
  token?: string | undefined;
}

export interface ToolCall {
  /** As the app names it. */
  tool: string;
  arguments: Record<string, unknown>;
}

/** What the tool answered, as text, or why the app did not. */
export type ToolOutcome = { text: string; isError: boolean } | { fault: ProbeFault };

export abstract class ToolCalls {
  /** Calls a tool once, within a minute; rejects only where the signal fires. */
  abstract call(server: AppServer, call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}
