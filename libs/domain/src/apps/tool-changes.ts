import type { ToolCounts } from './probe-result.js';

/** How the list of an app's tools differs from the one before, by their names. */
export interface ToolChanges {
  added: string[];
  removed: string[];
  changed: string[];
}

/** Bytes of each list of names that an event tells; the counts tell how many there are. */
const mostNameBytes = 2500;

export const countsOf = ({ added, removed, changed }: ToolChanges): ToolCounts => ({
  toolsAdded: added.length,
  toolsRemoved: removed.length,
  toolsChanged: changed.length,
});

/** Counts and names for the event; a thousand long names are cut, since an audit entry is bounded as a whole. */
export const toldOf = ({ added, removed, changed }: ToolChanges): Record<string, unknown> => ({
  tools_added: added.length,
  tools_removed: removed.length,
  tools_changed: changed.length,
  added: firstOf(added),
  removed: firstOf(removed),
  changed: firstOf(changed),
});

function firstOf(names: readonly string[]): string[] {
  let left = mostNameBytes;
  return names.filter((name) => (left -= Buffer.byteLength(JSON.stringify(name)) + 1) >= 0);
}
