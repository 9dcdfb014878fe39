import { describe, expect, it } from '@jest/globals';
import { someRandomBytes } from './randomness.js';

describe('random bytes', () => {
  it('have the requested length, never repeat and are not overwritten', () => {
    const given = Array.from({ length: 2000 }, (_, i) => someRandomBytes(i % 2 ? 12 : 16));
    const texts = given.map((bytes) => bytes.toString('hex'));
    expect(texts.map((text) => text.length / 2)).toEqual(given.map((_, i) => (i % 2 ? 12 : 16)));
    const memories = [...new Set(given.map(({ buffer }) => buffer))];
    const placesOf = (one: Buffer) =>
      [...one.keys()].map((i) => `${memories.indexOf(one.buffer)}, ${one.byteOffset + i}`);
    const places = given.flatMap(placesOf);
    expect(new Set(places).size).toBe(places.length);
    someRandomBytes(4096);
    expect(given.map((bytes) => bytes.toString('hex'))).toEqual(texts);
  });
});
