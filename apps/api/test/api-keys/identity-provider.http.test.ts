import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hangUp, listen } from '@tandem/testing/local-server';
import { useWorld, useWorlds } from '@tandem/testing/world';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

const issuer = 'https://login.example';
const audience = 'tandem';

interface Signing {
  key?: CryptoKey;
  expires?: string | number;
  type?: string;
}

describe("a signed token of the operator's identity provider", () => {
  let settings: Record<string, string>;
  const provider = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  let jwk: JWK;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  const signed = (claims: JWTPayload, { key = keys.privateKey, expires = '5m', type = 'JWT' }: Signing = {}) =>
    new SignJWT({ iss: issuer, aud: audience, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: type })
      .setExpirationTime(expires)
      .sign(key);
  const me = (token: string) => bearer(token).get('/me');
  const claims = () => ({ tenant_id: ada.tenantId, email: 'ada@example.com' });

  beforeAll(async () => {
    keys = await generateKeyPair('ES256');
    jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    settings = { AUTH_JWKS_URL: `${await listen(provider)}/keys`, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience };
  });
  const { ada, bearer, tenant, asOwner } = useWorld({ settings: () => settings });
  const openWorld = useWorlds();
  afterAll(() => hangUp(provider));

  it('authenticates its member, by tenant and e-mail', async () => {
    const response = await me(await signed({ ...claims(), email: 'ADA@example.com' }));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ tenant: { id: ada.tenantId }, member: { id: ada.memberId }, key: null });
    expect(response.body.rights.members).toBe('admin');
  });

  it('acts as the member in the audit log', async () => {
    const token = await signed(claims());
    const body = { title: 'signed in' };
    const created = await bearer(token).post('/tasks', body);
    expect(created.body.creator_id).toBe(ada.memberId);
    const [entry] = (await ada.get(`/audit-log?resource_id=${created.body.id}`)).body.data;
    expect(entry).toMatchObject({ action: 'task.created', actor_type: 'member', actor_id: ada.memberId });
    const ofMember = await ada.get(`/audit-log?member_id=${ada.memberId}&action=task.created&limit=1`);
    expect(ofMember.body.data).toEqual([{ ...entry, member_id: ada.memberId }]);
  });

  it('is refused like any unusable token if any part of it is wrong', async () => {
    const stranger = await generateKeyPair('ES256');
    const other = await tenant('Other');
    const refused = [
      await signed(claims(), { expires: '-1m' }),
      await signed(claims(), { key: stranger.privateKey }),
      await signed({ ...claims(), iss: 'https://evil.example' }),
      await signed({ ...claims(), aud: 'another' }),
      await signed({ ...claims(), email: 'nobody@example.com' }),
      await signed({ ...claims(), tenant_id: '01900000-0000-7000-8000-000000000000' }),
      await signed({ ...claims(), tenant_id: `${other.tenantId}'` }),
      await signed({ ...claims(), email_verified: false }),
      await signed({ ...claims(), nonce: 'n' }),
      await signed({ ...claims(), at_hash: 'h' }),
      await signed({ ...claims(), token_use: 'id' }),
      await signed(claims(), { expires: 1e300 }),
      await signed(claims(), { expires: 253_402_300_800 }),
      await signed({ email: 'ada@example.com' }),
      await signed({ tenant_id: ada.tenantId }),
      await new SignJWT({ iss: issuer, aud: audience, ...claims() })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .sign(keys.privateKey),
      await new SignJWT({ iss: issuer, aud: audience, ...claims() })
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .setExpirationTime('5m')
        .sign(new TextEncoder().encode('a shared secret of thirty-two bytes')),
    ];
    for (const [index, token] of refused.entries()) {
      const { status, body } = await me(token);
      expect([index, status, body.code]).toEqual([index, 401, 'unauthenticated']);
    }
  });

  it('is accepted only from the clients and of the token type that the operator configured, if any', async () => {
    const narrower = { AUTH_CLIENT_IDS: 'web, cli', AUTH_TOKEN_TYPE: 'at+jwt', AUTH_ALLOW_ID_TOKENS: 'true' };
    const strict = await openWorld({ settings: { ...settings, ...narrower } });
    const grace = await strict.tenant();
    const own = { tenant_id: grace.tenantId, email: 'ada@example.com' };
    const status = async (payload: JWTPayload, type = 'at+jwt') => {
      const token = await signed({ ...own, ...payload }, { type });
      return (await strict.bearer(token).get('/me')).status;
    };
    expect([await status({ azp: 'web', nonce: 'n' }), await status({ client_id: 'cli' })]).toEqual([200, 200]);
    const refused = [await status({ azp: 'other' }), await status({}), await status({ azp: ['web'] })];
    expect([...refused, await status({ azp: 'web' }, 'JWT')]).toEqual([401, 401, 401, 401]);
  });

  it('is refused for a deactivated member', async () => {
    const token = await signed(claims());
    await asOwner('update members set is_active = false where id = $1', [ada.memberId]);
    expect((await me(token)).status).toBe(401);
    await asOwner('update members set is_active = true where id = $1', [ada.memberId]);
    expect((await me(token)).status).toBe(200);
  });
});
