import { DomainError, forbidden } from '../core/errors.js';
import { PromisedRights, reachesRole, type Rights } from '../core/access/rights.js';
import type { Domain } from '../core/vocabulary.js';
import { currentScope } from '../core/scope.js';
import type { Member } from './member.js';

/** Throws for a member with a higher role than the caller. */
export function mustReach({ role }: Member): void {
  if (!reachesRole(currentScope().rights.role, role)) throw exceeding(`You cannot change a member who is ${role}.`, {});
}

/** Throws for another member's keys, unless the caller administers keys and their role reaches that member. */
export function mustReachKeysOf(member: Member): void {
  const { actor, rights } = currentScope();
  if (member.id === actor.memberId) return;
  if (!rights.allows('api_keys', 'admin')) throw forbidden('api_keys:admin');
  mustReach(member);
}

/** The caller must have every right that `after` adds to `before`, even rights that a later role would activate. */
export function mustBeGrantable(after: Rights, before?: Rights): void {
  const { rights } = currentScope();
  if (after.role !== before?.role && !reachesRole(rights.role, after.role))
    throw exceeding(`You cannot make anyone ${after.role}.`, { role: after.role });
  const excess = excessOver(rights, after, before);
  if (excess.length) throw exceeding(`You cannot grant more than you have: ${excess.join(', ')}.`, { domains: excess });
}

export const mayGrant = (granter: Rights, after: Rights): boolean =>
  reachesRole(granter.role, after.role) && excessOver(granter, after).length === 0;

function excessOver(granter: Rights, after: Rights, before?: Rights): Domain[] {
  const now = gainedBeyond(granter, after, before);
  const later = gainedBeyond(granter, promised(after), before && promised(before));
  return [...new Set([...now, ...later])];
}

function gainedBeyond(granter: Rights, after: Rights, before?: Rights): Domain[] {
  const beyond = after.beyond(granter);
  if (!before) return beyond;
  const unveiled = after.unveiling(before);
  const gained = [...after.beyond(before), ...(after.isAdministrator ? unveiled : [])];
  const unseen = after.unveiling(granter);
  return [
    ...beyond.filter((domain) => gained.includes(domain)),
    ...unseen.filter((domain) => unveiled.includes(domain)),
  ];
}

const promised = ({ role, policies, scopes }: Rights) => new PromisedRights(role, policies, scopes);

const exceeding = (message: string, members: Record<string, unknown>) =>
  new DomainError('forbidden', 'exceeds_own_rights', message, { members });
