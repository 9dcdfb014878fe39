import { DomainError, forbidden } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { mustReach } from '../members/granting.js';
import type { Members } from '../members/members.port.js';
import { type ApiKey, covers } from './api-key.js';

/** Somebody else's key is for those who administer keys, and whose role reaches its member. */
export async function mustHaveCustody({ memberId }: ApiKey, members: Members): Promise<void> {
  const { actor, rights } = currentScope();
  if (memberId === actor.memberId) return;
  if (!rights.allows('api_keys', 'admin')) throw forbidden('api_keys:admin');
  mustReach(await members.one(memberId));
}

/** Whoever has a key work anew, or for longer, must be able to do nothing by it that they could not do before. */
export function mustNotGain({ memberId, scopes, environment, expiresAt }: ApiKey): void {
  const { actor, rights, isTest, keyExpiresAt } = currentScope();
  const isOwn = memberId === actor.memberId && (!isTest || environment === 'test');
  const endsInTime = !keyExpiresAt || (expiresAt !== null && expiresAt <= keyExpiresAt);
  if (isOwn && endsInTime && scopes.every((scope) => covers(rights.scopes, scope))) return;
  throw new DomainError('forbidden', 'exceeds_creator', 'This key permits more than you may do yourself.');
}
