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

export interface ProbeResult {
  lastProbedAt: Date;
  /** True only when the whole list was read. */
  reachable: boolean;
  toolsDiscovered: number;
  /** How many differ from the list before. */
  toolsAdded: number;
  toolsRemoved: number;
  toolsChanged: number;
  reason: ProbeFault | null;
}

/** Which tools of an app differ from the list before, by their names. */
export type ToolChanges = Record<'added' | 'removed' | 'changed', string[]>;

export const noChanges = (): ToolChanges => ({ added: [], removed: [], changed: [] });

/** The most bytes that a list of names takes in an event. */
const maxNameBytes = 2500;

/** Counts and names for the event. Only the first names are told where there are many, since an audit entry may not be too long. */
export const toldOf = ({ added, removed, changed }: ToolChanges): Record<string, unknown> => ({
  tools_added: added.length,
  tools_removed: removed.length,
  tools_changed: changed.length,
  added: firstOf(added),
  removed: firstOf(removed),
  changed: firstOf(changed),
});

function firstOf(names: readonly string[]): string[] {
  let left = maxNameBytes;
  return names.filter((name) => {
    left -= Buffer.byteLength(JSON.stringify(name)) + 1;
    return left >= 0;
  });
}
