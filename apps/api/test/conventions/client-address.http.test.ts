import { describe, expect, it } from '@jest/globals';
import { invitationPrefix, invitationRandomLength, makeToken } from '@tandem/domain/core/access/tokens';
import { useWorlds, type World } from '@tandem/testing/world';

const claimsPerMinute = 10;

describe('the address of a client', () => {
  const openWorld = useWorlds();
  let world: World;
  const open = async (TRUST_PROXY: string) => {
    world = await openWorld({ settings: { TRUST_PROXY } });
    return world.tenant();
  };
  /** The number of refused claims out of so many, each with another forwarded address. */
  const refusedClaims = async (count: number, forwarded: (at: number) => string) => {
    const statuses = [];
    for (let at = 0; at < count; at++) {
      const code = makeToken(invitationPrefix, invitationRandomLength);
      const headers = { authorization: `Bearer ${code}`, 'x-forwarded-for': forwarded(at) };
      statuses.push((await world.raw('post', '/api/v1/invitations/claim').set(headers).send({ code })).status);
    }
    return statuses.filter((status) => status === 429).length;
  };
  /** The addresses in the audit log for requests with these headers. */
  const audited = async (forwarded: string[]) => {
    const ada = await open('1');
    for (const address of forwarded) await ada.post('/tasks', { title: 'x' }, { 'x-forwarded-for': address });
    const { body } = await ada.get('/audit-log?action=task.created');
    return (body.data as { ip_address: string }[]).map(({ ip_address }) => ip_address).reverse();
  };

  it.each(['1', 'loopback'])('cannot be forged by the client with TRUST_PROXY=%s', async (trusted) => {
    await open(trusted);
    // A proxy appends its entry after those of the client.
    const refused = await refusedClaims(claimsPerMinute + 5, (at) => `5.5.${at}.1, 192.0.2.7`);
    expect(refused).toBe(5);
  });

  it('is the one a trusted proxy reports', async () => {
    await open('1');
    expect(await refusedClaims(claimsPerMinute + 5, (at) => `192.0.2.${at}`)).toBe(0);
  });

  it('is not taken from the header of a client that bypasses the proxies', async () => {
    await open('10.0.0.0/8');
    expect(await refusedClaims(claimsPerMinute + 5, (at) => `192.0.2.${at}`)).toBe(5);
  });

  it('counts by network for IPv6', async () => {
    await open('1');
    expect(await refusedClaims(claimsPerMinute + 5, (at) => `2001:db8::${at + 1}`)).toBe(5);
  });

  it('is stored only if it is valid', async () => {
    const given = [
      '192.0.2.7',
      '192.0.2.7:443',
      '[2001:db8::1]:443',
      'not an ip',
      'x'.repeat(4000),
      '6.6.6.6, unknown',
    ];
    const stored = ['192.0.2.7', '192.0.2.7', '2001:db8::1', '127.0.0.1', '127.0.0.1', '127.0.0.1'];
    expect(await audited(given)).toEqual(stored);
  });
});
