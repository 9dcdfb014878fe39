import { describe, expect, it } from '@jest/globals';
import { someRandomBytes } from './randomness.js';

describe('some random bytes', () => {
  it('are as many as are asked for, never the same twice, and stay what they were', () => {
    const given = Array.from({ length: 2000 }, (_, i) => someRandomBytes(i % 2 ? 12 : 16));
    const texts = given.map((bytes) => bytes.toString('hex'));
    expect(new Set(texts.map((text) => text.length))).toEqual(new Set([24, 32]));
    expect(new Set(texts).size).toBe(2000);
    someRandomBytes(4096);
    expect(given.map((bytes) => bytes.toString('hex'))).toEqual(texts);
  });
});
