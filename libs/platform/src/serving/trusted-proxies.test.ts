import { describe, expect, it } from '@jest/globals';
import { trustedProxies } from './trusted-proxies.js';

describe('TRUST_PROXY', () => {
  it.each([
    ['0', 0],
    ['2', 2],
    ['false', 0],
    ['loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
    ['192.0.2.7,2001:db8::/32,uniquelocal', ['192.0.2.7', '2001:db8::/32', 'uniquelocal']],
  ])('%s is understood', (text, meaning) => {
    expect(trustedProxies(text)).toEqual(meaning);
  });

  it.each([
    'true',
    'TRUE',
    'yes',
    '-1',
    '1.5',
    '33',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '10.0.0',
    'proxy.example',
    '1,,2',
  ])('%s is rejected in one line with a remedy', (text) => {
    expect(() => trustedProxies(text)).toThrow(
      /^"?.+ write how many proxies stand in front of Tandem, for example 1, or/,
    );
  });
});
