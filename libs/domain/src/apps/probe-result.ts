import type { ToolDefinition } from './tool-definition.js';

export const probeFaults = [
  'auth_failed',
  'forbidden',
  'timeout',
  'dns_failure',
  'connection_refused',
  'tls_error',
  'not_mcp',
  'unsupported_version',
  'server_error',
  'invalid_response',
  'too_many_tools',
  'blocked_address',
] as const;
export type ProbeFault = (typeof probeFaults)[number];

/** The whole list of a server's tools, or why there is none. */
export type Discovery = { tools: readonly ToolDefinition[] } | { fault: ProbeFault };

/** How the list of an app's tools differs from the one before. */
export interface ToolCounts {
  toolsAdded: number;
  toolsRemoved: number;
  toolsChanged: number;
}

export const noChange: ToolCounts = { toolsAdded: 0, toolsRemoved: 0, toolsChanged: 0 };

export interface ProbeResult extends ToolCounts {
  lastProbedAt: Date;
  /** True only when the whole list was read. */
  reachable: boolean;
  toolsDiscovered: number;
  reason: ProbeFault | null;
}
