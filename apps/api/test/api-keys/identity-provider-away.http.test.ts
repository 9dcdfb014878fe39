import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, hangUp, listen } from '@tandem/testing/local-server';
import { useWorlds } from '@tandem/testing/world';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const issuer = 'https://login.example';
const audience = 'tandem';

describe('during an outage of the identity provider', () => {
  const openWorld = useWorlds();
  let requestCount = 0;
  let respond: (response: ServerResponse) => void;
  const provider = createServer((_request, response) => {
    requestCount++;
    respond(response);
  });
  let address: string;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  beforeAll(async () => {
    address = `${await listen(provider)}/keys`;
    keys = await generateKeyPair('ES256');
  });
  afterAll(() => hangUp(provider));

  const open = async (url = address) => {
    requestCount = 0;
    const AUTH = { AUTH_JWKS_URL: url, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience };
    const world = await openWorld({ settings: { ...AUTH, RATE_LIMIT_FAILED_AUTH_PER_SECOND: '1' } });
    const ada = await world.tenant();
    const signed = () =>
      new SignJWT({ iss: issuer, aud: audience, tenant_id: ada.tenantId, email: 'ada@example.com' })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setExpirationTime('5m')
        .sign(keys.privateKey);
    return { world, ada, me: async () => world.bearer(await signed()).get('/me'), signed };
  };
  const withKeys = async (): Promise<typeof respond> => {
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    return (response) => void response.end(JSON.stringify({ keys: [jwk] }));
  };
  const isAway = { status: 503, code: 'unavailable' };
  const unusable = [
    {},
    { kty: 'oct', k: 'c2VjcmV0' },
    { kty: 'EC', crv: 'P-256', x: 'no', y: 'point' },
    { kty: 'RSA', use: 'enc', n: 'AQAB', e: 'AQAB' },
  ];

  it.each<[way: string, respond: typeof respond]>([
    ['hangs up', (response) => void response.destroy()],
    ['never answers', () => undefined],
    ['answers HTML', (response) => void response.end('<html>Sign in</html>')],
    ['answers other JSON', (response) => void response.end('{"keys": 1}')],
    ['sends a key set without a key', (response) => void response.end('{"keys": []}')],
    ['sends a key set without a usable key', (response) => void response.end(JSON.stringify({ keys: unusable }))],
    ['leads elsewhere', (response) => void response.writeHead(302, { location: address }).end()],
    ['has an error', (response) => void response.writeHead(500).end('{"keys": []}')],
  ])('a token is neither accepted nor rejected if the provider %s, which is then left alone', async (_, way) => {
    respond = way;
    const { world, ada, me, signed } = await open();
    const before = performance.now();
    const first = await me();
    expect(first.body).toMatchObject(isAway);
    expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
    const later = await Promise.all(Array.from({ length: 5 }, () => me()));
    for (const { body } of later) expect(body).toMatchObject(isAway);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const tools = await world
      .raw('post', '/mcp')
      .set('authorization', `Bearer ${await signed()}`)
      .send(message);
    expect(tools.body).toMatchObject(isAway);
    expect(requestCount).toBeLessThanOrEqual(1 + (performance.now() - before) / 5000);
    // None counts as a failed authentication: the limit is one per second.
    const fresh = await world.withKey(ada, {});
    expect((await fresh.get('/me')).status).toBe(200);
  });

  it('a provider without a listener is unavailable too', async () => {
    const { me } = await open(`http://127.0.0.1:${await freePort()}/keys`);
    expect((await me()).body).toMatchObject(isAway);
  });

  it('a known key continues to work', async () => {
    respond = await withKeys();
    const { me } = await open();
    expect((await me()).status).toBe(200);
    respond = (response) => void response.writeHead(500).end();
    expect((await me()).status).toBe(200);
  });
});
