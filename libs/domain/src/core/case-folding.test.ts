import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { caseFolded } from './case-folding.js';

describe('names that differ in letter case', () => {
  it.each([
    ['STRASSE', 'Straße'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁn', 'FIN'],
    ['Cafe\u0301', 'CAFÉ'],
    ['ŉ', 'ʼN'],
    ['ſ', 'S'],
    ['İ', 'i\u0307'],
  ])('are one: %s and %s', (one, other) => expect(caseFolded(one)).toBe(caseFolded(other)));

  it('are stable under repeated folding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = caseFolded(text);
        for (const spelling of [once, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD')])
          expect(caseFolded(spelling)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});
