import type { Operation } from '../../core/operations.js';

/** An agent starts no agent, changes nobody's rights and sees no secret. */
const closed = ['agents', 'apps', 'api_keys', 'integration_keys', 'webhooks', 'audit', 'members'];

/**
 * True for an operation that runs may use: of work in the workspace, a team's own included, and for reading members, but not those
 * who are invited.
 */
export function isForRuns({ name, needs, outside }: Operation): boolean {
  const [domain, level] = needs.split(':');
  if (outside || (level !== 'read' && level !== 'write')) return false;
  return needs === 'members:read' ? !name.includes('invitation') : !closed.includes(domain!);
}

/** True when a blueprint's list of tools, names, `domain:read|write` or `*`, holds the operation. */
export const isAmong = (tools: readonly string[], { name, needs }: Operation): boolean =>
  tools.includes('*') ||
  tools.includes(name) ||
  tools.includes(needs) ||
  tools.includes(needs.replace(/:read$/, ':write'));
