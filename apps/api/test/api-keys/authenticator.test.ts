import { describe, expect, it } from '@jest/globals';
import { Authenticator } from '@tandem/api/http/authenticator';
import { Identities, type Identity } from '@tandem/domain/core/access/identity';
import { apiKeyRandomLength, makeToken } from '@tandem/domain/core/access/tokens';

const identity: Identity = {
  tenantId: '019ab1c2-0000-7000-8000-000000000001',
  timezone: 'UTC',
  country: null,
  actorType: 'api_key',
  actorId: '019ab1c2-0000-7000-8000-000000000002',
  memberId: '019ab1c2-0000-7000-8000-000000000003',
  role: 'owner',
  policies: [],
  scopes: ['*'],
  isTest: false,
  expiresAt: null,
  forgottenAt: null,
};
const facts = { requestId: 'r', ip: null, userAgent: null, traceparent: null, mustGoOn: () => undefined };

class OneKey extends Identities {
  known: Identity | undefined = identity;
  lookUps = 0;
  /** Runs while a look-up awaits its result. */
  meanwhile = () => {};
  forget: (tenantId: string) => void = () => {};

  async byKeyHash(): Promise<Identity | undefined> {
    this.lookUps++;
    const found = this.known;
    this.meanwhile();
    return found;
  }
  async byInvitationHash(): Promise<undefined> {}
  async byEmail(): Promise<undefined> {}
  used(): void {}
  async flush(): Promise<void> {}
  onChange(forget: (tenantId: string) => void): void {
    this.forget = forget;
  }
}

describe('the authenticator', () => {
  const authorization = `Bearer ${makeToken('wsk_live_', apiKeyRandomLength)}`;

  it('caches a key until something in its tenant changes', async () => {
    const identities = new OneKey();
    const authenticator = new Authenticator(identities, '');
    for (let i = 0; i < 3; i++) await authenticator.scope(authorization, facts);
    expect(identities.lookUps).toBe(1);
    identities.forget(identity.tenantId);
    await authenticator.scope(authorization, facts);
    expect(identities.lookUps).toBe(2);
  });

  it('looks a key up once for all who wait for it, and again for those who come after a change', async () => {
    const identities = new OneKey();
    const authenticator = new Authenticator(identities, '');
    const scope = () => authenticator.scope(authorization, facts);
    const before = Array.from({ length: 3 }, scope);
    identities.known = undefined;
    identities.forget(identity.tenantId);
    const after = Array.from({ length: 3 }, scope);
    expect(await Promise.all(before)).toHaveLength(3);
    for (const one of await Promise.allSettled(after)) expect(one.status).toBe('rejected');
    expect(identities.lookUps).toBe(2);
  });

  it('does not cache the result of a look-up during which it changed', async () => {
    const identities = new OneKey();
    const authenticator = new Authenticator(identities, '');
    identities.meanwhile = () => {
      identities.known = undefined;
      identities.forget(identity.tenantId);
    };
    await authenticator.scope(authorization, facts);
    await expect(authenticator.scope(authorization, facts)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
