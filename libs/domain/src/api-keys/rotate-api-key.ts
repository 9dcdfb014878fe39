import { DomainError } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { type ApiKey, covers } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';

const dayInSeconds = 86_400;

export class RotateApiKey {
  static needs = [ApiKeys] as const;

  constructor(private readonly apiKeys: ApiKeys) {}

  run({ id, gracePeriodSeconds = dayInSeconds }: { id: string; gracePeriodSeconds?: number }): Promise<ApiKey> {
    return this.apiKeys.change(id, (apiKey) => {
      mustNotGain(apiKey);
      apiKey.rotate(gracePeriodSeconds);
    });
  }
}

/** Whoever rotates a key holds the new one: that must let them do nothing they could not do before. */
function mustNotGain({ memberId, scopes, environment, expiresAt }: ApiKey): void {
  const { actor, rights, isTest, keyExpiresAt } = currentScope();
  const isOwn = memberId === actor.memberId && (!isTest || environment === 'test');
  const endsInTime = !keyExpiresAt || (expiresAt !== null && expiresAt <= keyExpiresAt);
  if (isOwn && endsInTime && scopes.every((scope) => covers(rights.scopes, scope))) return;
  throw new DomainError('forbidden', 'exceeds_creator', 'This key permits more than you may do yourself.');
}
