import { describe, expect, it } from '@jest/globals';
import { AddressGuard } from './address-guard.js';

const strict = new AddressGuard([]);

const refusedV4 =
  `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
  168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.31.196.1
  192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.255`.split(/\s+/);
const refusedV6 =
  `:: ::1 ::7f00:1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::7f00:1
  64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 100:0:0:1::1 1fff::1 2001::1 2001:0:53aa:64c::1 2001:1::1 2001:2::1 2001:10::1
  2001:20::1 2001:1ff:ffff::1 2001:db8::1 2002:7f00:1:: 2002:808:808::1 2620:4f:8000::1 3fff::1 3fff:fff::1 4000::1
  5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%lo febf::1 fec0::1 ff02::1 ff0e::1`.split(/\s+/);
const allowed =
  `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.255.255
  172.15.255.255 172.32.0.1 192.0.1.1 192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.1 223.255.255.255 2001:200::1
  2001:4860:4860::8888 2003::1 2606:4700:4700::1111 2a00:1450::1 3ffe::1`.split(/\s+/);

describe('with no networks opened', () => {
  it.each(refusedV4)('%s is refused', (address) => expect(strict.allows(address)).toBe(false));
  it.each(refusedV6)('%s is refused', (address) => expect(strict.allows(address)).toBe(false));
  it.each(allowed)('%s may be dialled', (address) => expect(strict.allows(address)).toBe(true));

  it.each([
    '',
    'localhost',
    '8.8.8',
    '0x8.8.8.8',
    '134744072',
    '08.8.8.8',
    ' 8.8.8.8',
    '8.8.8.8\n',
    '[2606:4700::1]',
    '8.8.8.8:80',
  ])('%j is not an address and is refused', (text) => expect(strict.allows(text)).toBe(false));
});

describe('a network that the operator opens', () => {
  const guard = new AddressGuard(['10.1.0.0/16', '127.0.0.1/32', 'fd00:1::/32']);

  it.each(['10.1.0.1', '10.1.255.255', '127.0.0.1', '::ffff:10.1.2.3', '::ffff:7f00:1', 'fd00:1::5', '8.8.8.8'])(
    '%s may be dialled',
    (address) => expect(guard.allows(address)).toBe(true),
  );
  it.each([
    '10.0.255.255',
    '10.2.0.0',
    '127.0.0.2',
    '::ffff:10.2.0.1',
    'fd00:2::1',
    '::1',
    '64:ff9b::10.1.0.1',
    '::10.1.0.1',
  ])('%s stays refused', (address) => expect(guard.allows(address)).toBe(false));

  it('may cover all addresses', () => {
    const open = new AddressGuard(['0.0.0.0/0', '::/0']);
    for (const address of [...refusedV4, ...refusedV6]) expect(open.allows(address)).toBe(true);
  });

  it.each(['10.1.0.0', '10.1.0.0/33', '10.1/16', '010.0.0.0/8', 'fd00::/129', 'fd00::', 'intranet', '/8', ''])(
    '%j is reported in one line as malformed',
    (cidr) => {
      const message = `"${cidr}" is no CIDR; write for example 10.1.0.0/16 or fd00::/8`;
      expect(() => new AddressGuard(['127.0.0.0/8', cidr])).toThrow(message);
    },
  );
});
