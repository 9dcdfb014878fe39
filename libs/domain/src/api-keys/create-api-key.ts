import { DomainError, Faults, missing } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { ApiKey, type ApiKeyFields, type Environment } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';

export class CreateApiKey {
  static needs = [ApiKeys] as const;

  constructor(private readonly apiKeys: ApiKeys) {}

  async run(
    input: ApiKeyFields & { name: string; environment?: Environment; expiresAt?: Date | null },
  ): Promise<ApiKey> {
    const { actor, rights, isTest } = currentScope();
    if (!actor.memberId) throw missing('member_id');
    if (isTest && input.environment !== 'test')
      throw new DomainError('forbidden', 'test_key', 'A test key makes test keys only.');
    const scopes = input.scopes ?? [...rights.scopes];
    const excess = scopes.filter((scope) => !rights.coversScope(scope));
    const detail = `You do not have ${excess.join(', ')} yourself.`;
    new Faults().expect(excess.length === 0, 'scopes', 'exceeds_creator', detail).throwIfAny();
    return this.apiKeys.add(new ApiKey(actor.memberId, { ...input, scopes }));
  }
}
