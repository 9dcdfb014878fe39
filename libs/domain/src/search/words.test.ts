import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { folded } from './fold.js';
import { chunksOf } from './words.js';

const wordsOf = (text: string) =>
  [...chunksOf(text)].flatMap(({ words, whole }) => [...words.map((word) => word.text), ...(whole ? [whole] : [])]);

describe('a folded text', () => {
  it.each([
    ['MÜLLER', 'muller'],
    ['Mu\u0308ller', 'muller'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Łódź Đorđe', 'lodz dorde'],
    ['İSTANBUL ısı', 'istanbul isi'],
    ['ΟΔΟΣ Οδός', 'οδοσ οδοσ'],
    ['Ёлка', 'елка'],
    ['ＷＩＤＥ ﬁne', 'wide fine'],
  ])('of %s is %s', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  it('keeps marks that make another letter', () => {
    expect(folded('が')).not.toBe(folded('か'));
    expect(folded('ｶﾞ')).toBe(folded('ガ'));
    expect(folded('कि')).not.toBe(folded('क'));
  });

  it('is folded already', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => folded(folded(text)) === folded(text)));
  });
});

describe('the words of a text', () => {
  it.each([
    ['Write the launch post.', ['write', 'the', 'launch', 'post']],
    ['WEB-12', ['web', '12', 'web-12']],
    ['Ada.L@Example.com', ['ada', 'l', 'example', 'com', 'ada.l@example.com']],
    ['https://example.com/a_b', ['https', 'example', 'com', 'a', 'b', 'https://example.com/a_b']],
    ['東京都', ['東京', '京都', '都']],
    ['iPhone東京', ['iphone', '東京', '京']],
    ['한국어', ['한국', '국어', '어']],
    ['ｶﾞｷﾞ', ['ガギ', 'ギ']],
    ['بحث عربي', ['بحث', 'عربي']],
    [`'; -- \\ :* &|!() 🚀`, []],
    ['x'.repeat(100), ['x'.repeat(64)]],
  ])('%s', (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  it('point to where they are in the text', () => {
    const text = '🚀 Zoe\u0308 in 東京';
    const found = [...chunksOf(text)].flatMap(({ words }) => words);
    expect(found.map(({ at, length }) => text.slice(at, at + length))).toEqual(['Zoe\u0308', 'in', '東京', '京']);
  });

  it('take no longer for odd texts', () => {
    const odd = ['a-'.repeat(100_000), '://'.repeat(100_000), 'a://'.repeat(50_000), '('.repeat(200_000)];
    for (const text of odd) expect([...chunksOf(text)].length).toBeGreaterThanOrEqual(0);
  });
});
