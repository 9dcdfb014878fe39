import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hangUp, listen } from '@tandem/testing/local-server';
import { useWorld } from '@tandem/testing/world';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { call, connect } from './connecting.js';

const issuer = 'https://login.example';

describe("tokens of the operator's identity provider over MCP", () => {
  let settings: Record<string, string>;
  let jwk: JWK;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  const provider = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  beforeAll(async () => {
    keys = await generateKeyPair('ES256');
    jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    settings = { AUTH_JWKS_URL: `${await listen(provider)}/keys`, AUTH_ISSUER: issuer, AUTH_AUDIENCE: 'tandem' };
  });
  const world = useWorld({ settings: () => settings });
  const { ada, raw, bearer } = world;
  afterAll(() => hangUp(provider));

  const signed = (audience: string) =>
    new SignJWT({ iss: issuer, aud: audience, tenant_id: ada.tenantId, email: 'ada@example.com' })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setExpirationTime('5m')
      .sign(keys.privateKey);
  const me = async (audience: string) => {
    const client = await connect(world, bearer(await signed(audience)));
    const { value } = await call(client, 'get_me');
    await client.close();
    return value;
  };

  it('are accepted for the audience, or for the address of the endpoint, which the API rejects', async () => {
    const own = `${world.address}/mcp`;
    for (const audience of ['tandem', own]) expect(await me(audience)).toMatchObject({ member: { id: ada.memberId } });
    await expect(me('another')).rejects.toThrow();
    expect((await bearer(await signed(own)).get('/me')).status).toBe(401);
  });

  it('are issued by the server that the metadata names', async () => {
    const { status, headers } = await raw('post', '/mcp').send({});
    const address = '/.well-known/oauth-protected-resource/mcp';
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(`Bearer resource_metadata="${world.address}${address}"`);
    for (const path of [address, '/.well-known/oauth-protected-resource'])
      expect((await raw('get', path)).body).toEqual({
        resource: `${world.address}/mcp`,
        authorization_servers: [issuer],
        bearer_methods_supported: ['header'],
        resource_name: 'Tandem',
      });
  });
});
