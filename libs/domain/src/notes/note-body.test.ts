import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { longestBodyBytes, mostReferences, readBody } from './note-body.js';
import { prosePieces } from './prose.js';

const address = { urls: ['https://tandem.example'] };
const megabyte = (part: string) => part.repeat(Math.floor(longestBodyBytes / Buffer.byteLength(part)));

describe('reading a body', () => {
  it('counts words outside fences, and code spans and indented code with them', async () => {
    const body = await readBody(
      'Two words\n\n```\nnot these three\n```\nand `three more`\n\n    two indented',
      address,
    );
    expect(body.wordCount).toBe(7);
  });

  it('takes one mebibyte and not a byte more', async () => {
    await expect(readBody('ä'.repeat(longestBodyBytes / 2), address)).resolves.toBeDefined();
    await expect(readBody(`${'ä'.repeat(longestBodyBytes / 2)}a`, address)).rejects.toMatchObject({
      extra: { findings: [{ pointer: '/body', code: 'too_long' }] },
    });
  });

  it('keeps every reference once, and so many at most', async () => {
    expect((await readBody('WEB-1 WEB-1 [[Plan]] [[plan]]', address)).references).toEqual(['key:WEB-1', 'title:plan']);
    const many = Array.from({ length: mostReferences + 10 }, (_, n) => `W-${n + 1}`).join(' ');
    expect((await readBody(many, address)).references).toHaveLength(mostReferences);
  });
});

const shapes: [string, string][] = [
  ['paragraphs with links', `${'Lorem ipsum dolor sit amet '.repeat(75)}[[Note title]] WEB-1\n\n`],
  ['one line', 'lorem ipsum '],
  ['one word', 'a'],
  ['Chinese without blanks', '中文分词是一个困难的问题'],
  ['blank lines', '\n'],
  ['signs', '.-'],
  ['list items', '- a `b` WEB-1\n'],
  ['a fence', '```\n'],
  ['telephone numbers', 'tel:+4930123456 tel:12x '],
  ['astral letters', '\u{20000}'],
  ['deep lists', `${'- '.repeat(32)}a\n\n`],
  ['phone numbers in brackets', 'tel:(1,1,1,1,'],
];

describe('a megabyte', () => {
  it.each(shapes)('of %s comes in pieces that lose no prose and stay small', (name, part) => {
    const text = megabyte(part);
    const pieces = [...prosePieces(text)];
    expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThan(25_000);
    if (name === 'a fence') return;
    const squeezed = (all: string) => all.replace(/\n/g, '');
    expect(squeezed(pieces.map((piece) => piece.text).join(''))).toBe(squeezed(text));
  });

  it.each(shapes)('of %s holds nobody up while it is read', async (_, part) => {
    const text = megabyte(part);
    await readBody(text.slice(0, 100_000), address);
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    await readBody(text, address);
    delays.disable();
    // The promise is 50 ms; the 99th percentile leaves out a pause of the garbage collector or of a busy machine.
    expect(delays.percentile(99) / 1e6).toBeLessThan(50);
  });
});
