import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { type Caller, openWorld, type World } from './world.js';

const issuer = 'https://login.example';
const audience = 'tandem';

interface Signing {
  key?: CryptoKey;
  expires?: string | number;
  type?: string;
}

describe("a signed token of the operator's identity provider", () => {
  let world: World;
  let ada: Caller;
  let settings: Record<string, string>;
  let provider: Server;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  const signed = (claims: JWTPayload, { key = keys.privateKey, expires = '5m', type = 'JWT' }: Signing = {}) =>
    new SignJWT({ iss: issuer, aud: audience, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: type })
      .setExpirationTime(expires)
      .sign(key);
  const me = (token: string) => world.raw('get', '/api/v1/me').set('authorization', `Bearer ${token}`);
  const claims = () => ({ tenant_id: ada.tenantId, email: 'ada@example.com' });

  beforeAll(async () => {
    keys = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    provider = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/keys`;
    settings = { AUTH_JWKS_URL: url, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience };
    world = await openWorld(settings);
    ada = await world.tenant();
  });
  afterAll(async () => {
    await world.close();
    await new Promise((resolve) => provider.close(resolve));
  });

  it('signs its member in, by tenant and e-mail', async () => {
    const answer = await me(await signed({ ...claims(), email: 'ADA@example.com' }));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ tenant: { id: ada.tenantId }, member: { id: ada.memberId }, key: null });
    expect(answer.body.rights.members).toBe('admin');
  });

  it('acts as the member in the audit log', async () => {
    const token = await signed(claims());
    const body = { title: 'signed in' };
    const made = await world.raw('post', '/api/v1/tasks').set('authorization', `Bearer ${token}`).send(body);
    expect(made.body.creator_id).toBe(ada.memberId);
    const [entry] = (await ada.get(`/audit-log?resource_id=${made.body.id}`)).body.data;
    expect(entry).toMatchObject({ action: 'task.created', actor_type: 'member', actor_id: ada.memberId });
  });

  it('is refused like any unusable token where anything about it is wrong', async () => {
    const stranger = await generateKeyPair('ES256');
    const other = await world.tenant('Other');
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

  it('is taken of the named clients and of the named type alone, where the operator names them', async () => {
    const strict = await openWorld({
      ...settings,
      AUTH_CLIENT_IDS: 'web, cli',
      AUTH_TOKEN_TYPE: 'at+jwt',
      AUTH_ALLOW_ID_TOKENS: 'true',
    });
    try {
      const grace = await strict.tenant();
      const own = { tenant_id: grace.tenantId, email: 'ada@example.com' };
      const status = async (payload: JWTPayload, type = 'at+jwt') => {
        const token = await signed({ ...own, ...payload }, { type });
        return (await strict.raw('get', '/api/v1/me').set('authorization', `Bearer ${token}`)).status;
      };
      expect([await status({ azp: 'web', nonce: 'n' }), await status({ client_id: 'cli' })]).toEqual([200, 200]);
      const refused = [await status({ azp: 'other' }), await status({}), await status({ azp: ['web'] })];
      expect([...refused, await status({ azp: 'web' }, 'JWT')]).toEqual([401, 401, 401, 401]);
    } finally {
      await strict.close();
    }
  });

  it('of a member who was deactivated is refused', async () => {
    const token = await signed(claims());
    await asOwner(world.databaseUrl, 'update members set is_active = false where id = $1', [ada.memberId]);
    expect((await me(token)).status).toBe(401);
    await asOwner(world.databaseUrl, 'update members set is_active = true where id = $1', [ada.memberId]);
    expect((await me(token)).status).toBe(200);
  });
});
