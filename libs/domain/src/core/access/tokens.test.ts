import { describe, expect, it } from '@jest/globals';
import { crc32 } from 'node:zlib';
import { hasValidChecksum, hashToken, hintOf, makeToken } from './tokens.js';

describe('tokens', () => {
  it('accepts a token only for its own prefix and length', () => {
    for (let i = 0; i < 2000; i++) {
      const token = makeToken('wsk_live_', 30);
      expect(token).toMatch(/^wsk_live_[0-9A-Za-z]{36}$/);
      expect(hasValidChecksum(token, 'wsk_live_', 30)).toBe(true);
      expect(hasValidChecksum(token, 'wsk_test_', 30)).toBe(false);
    }
  });

  it('detects a changed character', () => {
    const token = makeToken('inv_', 32);
    for (let at = 4; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      expect(hasValidChecksum(changed, 'inv_', 32)).toBe(false);
    }
  });

  it('ends with the base62 CRC-32 of the preceding characters', () => {
    const token = makeToken('wsk_test_', 30);
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const value = [...token.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(value).toBe(crc32(token.slice(0, -6)));
  });

  it('never throws for any input', () => {
    for (const odd of ['', 'wsk_live_', '\u0000'.repeat(45), 'wsk_live_' + 'é'.repeat(36), ' '.repeat(45)])
      expect(hasValidChecksum(odd, 'wsk_live_', 30)).toBe(false);
  });

  it('shows the prefix and the last four characters in a hint', () => {
    expect(hintOf('wsk_live_abcdefghijkl', 'wsk_live_')).toBe('wsk_live_…ijkl');
    expect(hashToken('x')).toHaveLength(64);
  });
});
