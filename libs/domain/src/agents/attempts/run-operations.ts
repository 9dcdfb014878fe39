import type { Operation } from '../../core/operations.js';

/** Excludes external calls and operations that features close to agents. */
export const isForRuns = ({ needs, outside, isClosedToAgents }: Operation): boolean =>
  !outside && !isClosedToAgents && /:(read|write)$/.test(needs);

/** `tools` are names of operations, `domain:read|write` or `*`. */
export const isAmong = (tools: readonly string[], { name, needs }: Operation): boolean =>
  tools.includes('*') ||
  tools.includes(name) ||
  tools.includes(needs) ||
  tools.includes(needs.replace(/:read$/, ':write'));
