import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { hangUp, listen } from '@tandem/testing/local-server';
import { exportJWK, type FlattenedJWSInput, generateKeyPair } from 'jose';
import { ProviderKeys } from './provider-keys.js';

const minutes = 60_000;
const hours = 60 * minutes;

describe('the keys of an identity provider', () => {
  const away: unknown[] = [];
  let fetches: number;
  let served: string[] | undefined;
  let keys: ProviderKeys;
  let now: number;
  const jwks = new Map<string, object>();
  const provider = createServer((_request, response) => {
    fetches++;
    if (!served) return void response.writeHead(500).end();
    response.end(JSON.stringify({ keys: served.map((kid) => jwks.get(kid)) }));
  });
  const find = (kid: string) => keys.find({ alg: 'ES256', kid }, {} as FlattenedJWSInput);
  const pass = (millis: number) => void (now += millis);
  const isAway = { kind: 'unavailable', extra: { retryAfterSeconds: 5 } };

  beforeEach(async () => {
    now = Date.now();
    // Only the clock is fake: the server is real.
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    for (const kid of ['one', 'two'])
      jwks.set(kid, { ...(await exportJWK((await generateKeyPair('ES256')).publicKey)), kid, alg: 'ES256' });
    [fetches, served] = [0, ['one']];
    away.length = 0;
    keys = new ProviderKeys(`${await listen(provider)}/keys`, (error) => away.push(error));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return hangUp(provider);
  });

  it('are refreshed in the background when they are stale', async () => {
    await find('one');
    await find('one');
    expect(fetches).toBe(1);
    served = ['two'];
    pass(11 * minutes);
    await find('one');
    await eventually(() => expect(find('two')).resolves.toBeDefined());
    await expect(find('one')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  });

  it('stay in use for a day during an outage of the provider', async () => {
    await find('one');
    served = undefined;
    pass(23 * hours);
    await find('one');
    await eventually(async () => expect(away).toHaveLength(1));
    await find('one');
    pass(2 * hours);
    await expect(find('one')).rejects.toMatchObject(isAway);
    served = ['one'];
    pass(6000);
    await find('one');
  });

  it.each([
    ['none', []],
    ['none that verifies a signature', ['secret', 'encrypting', 'broken']],
  ])('that were last valid are used while the provider sends a key set with %s', async (_, useless) => {
    jwks.set('secret', { kty: 'oct', k: 'c2VjcmV0', kid: 'one', alg: 'HS256' });
    jwks.set('encrypting', { ...jwks.get('one'), use: 'enc' });
    jwks.set('broken', { kty: 'EC', crv: 'P-256', x: 'no', y: 'point', kid: 'one' });
    await find('one');
    served = useless;
    pass(11 * minutes);
    await find('one');
    await eventually(async () => expect(away).toHaveLength(1));
    await find('one');
    await expect(find('two')).rejects.toMatchObject(isAway);
    served = ['one', 'two'];
    pass(6000);
    await find('two');
  });

  it.each(['RSA', 'EC', 'OKP'])('need not name an algorithm: %s', async (type) => {
    const alg = { RSA: 'RS256', EC: 'ES384', OKP: 'EdDSA' }[type]!;
    jwks.set('plain', { ...(await exportJWK((await generateKeyPair(alg)).publicKey)), kid: 'plain' });
    served = ['plain'];
    await keys.find({ alg, kid: 'plain' }, {} as FlattenedJWSInput);
  });

  it('are not requested again for five seconds after a failure', async () => {
    served = undefined;
    for (let attempt = 0; attempt < 3; attempt++) await expect(find('one')).rejects.toMatchObject(isAway);
    expect([fetches, away.length]).toEqual([1, 1]);
    served = ['one'];
    await expect(find('one')).rejects.toMatchObject(isAway);
    pass(5001);
    await find('one');
    expect(fetches).toBe(2);
  });

  it('are read again for an unknown key, and are unavailable during an outage of the provider', async () => {
    await find('one');
    served = undefined;
    await expect(find('two')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    pass(1 * minutes);
    await expect(find('two')).rejects.toMatchObject(isAway);
    await find('one');
    served = ['one', 'two'];
    pass(1 * minutes);
    await find('two');
  });
});
