import type { Operation } from '../../core/operations.js';

/** True for an operation that runs may use: it reads or writes a domain, calls nothing outside, and its feature lets agents use it. */
export const isForRuns = ({ needs, outside, isClosedToAgents }: Operation): boolean =>
  !outside && !isClosedToAgents && /:(read|write)$/.test(needs);

/** True when the operation is among a blueprint's `tools`: by its name, `domain:read|write` or `*`. */
export const isAmong = (tools: readonly string[], { name, needs }: Operation): boolean =>
  tools.includes('*') ||
  tools.includes(name) ||
  tools.includes(needs) ||
  tools.includes(needs.replace(/:read$/, ':write'));
