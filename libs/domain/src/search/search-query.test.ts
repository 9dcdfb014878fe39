import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ReadText } from './matches.js';
import { SearchDocument } from './search-document.js';
import { SearchQuery } from './search-query.js';
import { snippetOf } from './snippet.js';
import { mayMean } from './spelling.js';

const stems = new Map([
  ['launching', ['launch']],
  ['launch', ['launch']],
  ['launched', ['launch']],
]);
const of = (text: string) => new SearchQuery(text).expression(stems);

describe('a query', () => {
  it.each([
    ['web', `('web':*)`],
    ['the launching x', `('the') & (('launching':* | 'launch')) & ('x':*)`],
    ['"launching plan" -x', `('launching' <1> 'plan') & !('x')`],
    ['launch -draft', `('launch':*) & !('draft')`],
    ['web-12', `('web-12':* | ('web' <1> '12':*))`],
    ['東京都', `('東京' <1> '京都')`],
    ['京', `('京':*)`],
    ['東京iphone', `('東京' <2> 'iphone':*)`],
    [`O'Neil\\x`, `('o''neil\\\\x':* | ('o' <1> 'neil' <1> 'x':*))`],
    ['&|!() :*', ''],
  ])('%s means %s', (text, expected) => {
    expect(of(text)).toBe(expected);
  });

  it('restricts words to the weights of a title', () => {
    expect(new SearchQuery('launching web -x').within('AB', stems)).toBe(
      `(('launching':*AB | 'launch':AB)) & ('web':*AB)`,
    );
  });

  it.each(['a', ' b ', '🚀', 'é'])('of one character is too short: %s', (text) => {
    expect(() => new SearchQuery(text)).toThrow(expect.objectContaining({ code: 'query_too_short' }));
  });

  it('of any text is not a fault', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 2, unit: 'binary' }), (text) => {
        if ([...text.trim()].length >= 2) of(text);
      }),
    );
  });
});

const snippet = (text: string, q: string) => {
  const matches = new ReadText({ field: 'body', text }).matches(new SearchQuery(q), stems);
  return snippetOf([{ field: 'body', text, matches }]);
};
const marked = (text: string, q: string) => {
  const { text: shown, marks } = snippet(text, q);
  return marks.map(([start, length]) => shown.slice(start, start + length));
};

describe('a snippet', () => {
  it.each([
    ['We launched on Friday', 'launching', ['launched']],
    ['🚀 Straße nach MÜNCHEN', 'strasse münchen', ['Straße', 'MÜNCHEN']],
    ['私は東京都に住む', '東京', ['東京']],
    ['私は東京都に住む', '東京都', ['東京都']],
    ['See WEB-12 and web 12.', 'web-12', ['WEB-12', 'web 12']],
    ['one two, two three', '"two three"', ['two three']],
    ['京東 都', '京', ['京東']],
    ['rocketry it', 'rock', ['rocketry']],
    ['nothing here', 'else', []],
  ])('of %s for %s marks %j', (text, q, expected) => {
    expect(marked(text, q)).toEqual(expected);
  });

  it('is the passage with most of the words, cut at spaces', () => {
    const text = `launch ${'filler '.repeat(100)}then the launch of the rocket ${'filler '.repeat(100)}`;
    const found = snippet(text, 'rocket launch');
    expect(found.text.length).toBeLessThanOrEqual(200);
    expect(found.marks.map(([at, length]) => found.text.slice(at, at + length))).toEqual(['launch', 'rocket']);
    expect(found.text).toMatch(/^filler .* filler$/);
  });

  it('has marks within the text for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), fc.nat(), (text, at) => {
        const q = text.slice(at % (text.length + 1)).slice(0, 5);
        if ([...q.trim()].length < 2) return;
        const found = snippet(text, q);
        for (const [start, length] of found.marks) expect(start + length).toBeLessThanOrEqual(found.text.length);
      }),
    );
  });
});

describe('a document', () => {
  const document = (...texts: [field: 'title' | 'tag' | 'body' | 'identifier', text: string][]) =>
    new SearchDocument(texts.map(([field, text]) => ({ field, text })));

  it('holds each word with its place and weight, and the stem in the same place', () => {
    const lexemes = document(['body', 'launched it'], ['title', 'Zoë-2'], ['identifier', 'WEB-1']).lexemes(stems);
    expect(lexemes).toBe(
      `'=web-1':1A 'web-1':1A 'web':1A '1':2A 'zoe-2':5A 'zoe':5A '2':6A 'launched':9D 'it':10D 'launch':9D`,
    );
  });

  it('offers words of title and tags as corrections', () => {
    expect(document(['title', 'Website a 東京'], ['tag', 'relaunch'], ['body', 'other']).names).toEqual([
      'website',
      'relaunch',
    ]);
  });

  it('is bounded for a megabyte of different words', () => {
    const words = Array.from({ length: 60_000 }, (_, n) => `wörter${n.toString(36)}${'щ'.repeat(40)}`).join(' ');
    const lexemes = document(['body', words], ['title', words]).lexemes(new Map());
    expect(lexemes.split(' ').length).toBeLessThanOrEqual(20_000);
    expect(Buffer.byteLength(lexemes)).toBeLessThan(1_048_575);
  });
});

describe('a misspelt word', () => {
  it.each([
    ['webiste', 'website', true],
    ['lanch', 'launch', true],
    ['ewbsite', 'website', true],
    ['luanch', 'launch', true],
    ['xaunch', 'launch', false],
    ['lnch', 'launch', false],
    ['relaunhced', 'relaunched', true],
    ['relunhced', 'relaunched', true],
    ['plan', 'plane', true],
  ])('%s may mean %s: %s', (misspelt, word, expected) => {
    expect(mayMean(misspelt, word)).toBe(expected);
  });
});
