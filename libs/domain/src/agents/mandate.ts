import { domains, type Policy, Rights, type Role } from '../core/rights.js';
import { currentScope } from '../core/scope.js';

/** On whose behalf an agent works: a copy of their rights made when the run, or its schedule, was created. */
export interface Mandate {
  memberId: string | null;
  rights: RightsCopy;
}

export interface RightsCopy {
  role: Role;
  policies: readonly Policy[];
  scopes: readonly string[];
}

/** The mandate of whoever asks now. */
export function currentMandate(): Mandate {
  const { actor, rights } = currentScope();
  const { role, policies, scopes } = rights;
  return { memberId: actor.memberId, rights: { role, policies, scopes } };
}

/** What the copy permits; without effects it is reading alone. */
export function rightsOf({ role, policies, scopes }: RightsCopy, effects: 'read' | 'write'): Rights {
  const all = new Rights(role, policies, scopes);
  if (effects === 'write') return all;
  const readable = domains.filter((domain) => all.allows(domain, 'read'));
  return new Rights(
    role,
    policies,
    readable.map((domain) => `${domain}:read`),
  );
}
