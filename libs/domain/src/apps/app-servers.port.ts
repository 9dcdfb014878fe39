import type { Discovery, ProbeFault } from './probe-result.js';

export interface AppServer {
  url: string;
  token?: string | undefined;
}

export interface ToolCall {
  tool: string;
  arguments: Record<string, unknown>;
}

export type ToolOutcome = { text: string; isError: boolean } | { fault: ProbeFault };

export abstract class AppServers {
  /** Reads all tools of a server within ten seconds; failures of the server are values. */
  abstract discover(server: AppServer): Promise<Discovery>;

  /** Calls a tool once, with a timeout of one minute; rejects only when the signal fires. */
  abstract call(server: AppServer, call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}
