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

export type Discovery = { tools: readonly ToolDefinition[] } | { fault: ProbeFault };

export interface ProbeResult {
  lastProbedAt: Date;
  /** True only when all tools were read. */
  reachable: boolean;
  toolsDiscovered: number;
  toolsAdded: number;
  toolsRemoved: number;
  toolsChanged: number;
  reason: ProbeFault | null;
}

export type ToolChanges = Record<'added' | 'removed' | 'changed', string[]>;

export const noChanges = (): ToolChanges => ({ added: [], removed: [], changed: [] });

const maxNameBytes = 2500;

/** Counts and first names for the event, since the size of an audit entry is limited. */
export const summaryOf = ({ added, removed, changed }: ToolChanges): Record<string, unknown> => ({
  tools_added: added.length,
  tools_removed: removed.length,
  tools_changed: changed.length,
  added: firstOf(added),
  removed: firstOf(removed),
  changed: firstOf(changed),
});

function firstOf(names: readonly string[]): string[] {
  let remaining = maxNameBytes;
  return names.filter((name) => {
    remaining -= Buffer.byteLength(JSON.stringify(name)) + 1;
    return remaining >= 0;
  });
}
