import { DomainError } from '../core/errors.js';
import { reachesRole, type Rights } from '../core/rights.js';
import { currentScope } from '../core/scope.js';
import type { Member } from './member.js';

/** Nobody changes a member of a higher role than their own. */
export function mustReach({ role }: Member): void {
  if (!reachesRole(currentScope().rights.role, role)) throw exceeding(`You cannot change a member who is ${role}.`, {});
}

/** Nobody grants more than they have: what `after` permits must be permitted to the caller, or have been there `before`. */
export function mustBeGrantable(after: Rights, before?: Rights): void {
  const { rights } = currentScope();
  if (after.role !== before?.role && !reachesRole(rights.role, after.role))
    throw exceeding(`You cannot make anyone ${after.role}.`, { role: after.role });
  const gained = before && after.beyond(before);
  const excess = after.beyond(rights).filter((domain) => gained?.includes(domain) ?? true);
  if (excess.length) throw exceeding(`You cannot grant more than you have: ${excess.join(', ')}.`, { domains: excess });
}

const exceeding = (message: string, members: Record<string, unknown>) =>
  new DomainError('forbidden', 'exceeds_own_rights', message, { members });
