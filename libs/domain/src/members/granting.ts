import { DomainError } from '../core/errors.js';
import { PromisedRights, reachesRole, type Rights } from '../core/access/rights.js';
import type { Domain } from '../core/vocabulary.js';
import { currentScope } from '../core/scope.js';
import type { Member } from './member.js';

/** Nobody changes a member of a higher role than their own. */
export function mustReach({ role }: Member): void {
  if (!reachesRole(currentScope().rights.role, role)) throw exceeding(`You cannot change a member who is ${role}.`, {});
}

/**
 * Nobody grants more than they have: what `after` permits must be permitted to the caller, or have been there `before`. The same
 * holds for what its policies grant beyond the role, so that a later change of role gives nothing that nobody might give.
 */
export function mustBeGrantable(after: Rights, before?: Rights): void {
  const { rights } = currentScope();
  if (after.role !== before?.role && !reachesRole(rights.role, after.role))
    throw exceeding(`You cannot make anyone ${after.role}.`, { role: after.role });
  const excess = excessOver(rights, after, before);
  if (excess.length) throw exceeding(`You cannot grant more than you have: ${excess.join(', ')}.`, { domains: excess });
}

/** True when somebody with these rights could give the others to a newcomer. */
export const mayGrant = (granter: Rights, after: Rights): boolean =>
  reachesRole(granter.role, after.role) && excessOver(granter, after).length === 0;

/** The domains in which somebody with these rights would grant more than they have. */
function excessOver(granter: Rights, after: Rights, before?: Rights): Domain[] {
  const now = gainedBeyond(granter, after, before);
  const later = gainedBeyond(granter, promised(after), before && promised(before));
  return [...new Set([...now, ...later])];
}

function gainedBeyond(granter: Rights, after: Rights, before?: Rights): Domain[] {
  const gained = before && after.beyond(before);
  return after.beyond(granter).filter((domain) => gained?.includes(domain) ?? true);
}

const promised = ({ role, policies, scopes }: Rights) => new PromisedRights(role, policies, scopes);

const exceeding = (message: string, members: Record<string, unknown>) =>
  new DomainError('forbidden', 'exceeds_own_rights', message, { members });
