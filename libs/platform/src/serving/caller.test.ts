import { describe, expect, it } from '@jest/globals';
import { addressIn, clientNetwork } from './caller.js';

describe('the address of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is %s', (text, address) => {
    expect(addressIn(text)).toBe(address);
  });

  it.each([undefined, '', 'unknown', 'not an ip', '1.2.3', '1.2.3.4.5', '6.6.6.6, 7.7.7.7', '[::1', 'a'.repeat(4000)])(
    '%s is not an address',
    (text) => {
      expect(addressIn(text)).toBeNull();
    },
  );

  it('counts an IPv4 address or an IPv6 /64 network as one client', () => {
    expect(clientNetwork('192.0.2.7')).toBe('192.0.2.7');
    expect(clientNetwork('::ffff:c000:207')).toBe('192.0.2.7');
    const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::7'];
    expect(new Set(same.map(clientNetwork))).toEqual(new Set(['2001:db8:1:2::/64']));
    expect(clientNetwork('2001:db8:1:3::1')).not.toBe(clientNetwork(same[0]!));
    expect(clientNetwork('')).toBe('');
  });
});
