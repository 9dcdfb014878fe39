import { beforeAll, describe, expect, it } from '@jest/globals';
import { inScope, systemScope } from '../core/scope.js';
import { maxBodyBytes, maxReferences, readBody, readingSteps } from './note-body.js';
import { prosePieces } from './prose.js';
import { ReadingBudget } from './reading-budget.js';

const ownUrls = ['https://tandem.example'];
const megabyte = (part: string) => part.repeat(Math.floor(maxBodyBytes / Buffer.byteLength(part)));

describe('reading a body', () => {
  it('counts words outside fences, including code spans and indented code', async () => {
    const body = await readBody(
      'Two words\n\n```\nnot these three\n```\nand `three more`\n\n    two indented',
      ownUrls,
    );
    expect(body.wordCount).toBe(7);
  });

  it('accepts at most one mebibyte', async () => {
    await expect(readBody('ä'.repeat(maxBodyBytes / 2), ownUrls)).resolves.toBeDefined();
    await expect(readBody(`${'ä'.repeat(maxBodyBytes / 2)}a`, ownUrls)).rejects.toMatchObject({
      extra: { findings: [{ pointer: '/body', code: 'too_long' }] },
    });
  });

  it('stores each reference once, up to the limit', async () => {
    expect((await readBody('WEB-1 WEB-1 [[Plan]] [[plan]]', ownUrls)).references).toEqual(['key:WEB-1', 'title:plan']);
    const many = Array.from({ length: maxReferences + 10 }, (_, n) => `W-${n + 1}`).join(' ');
    expect((await readBody(many, ownUrls)).references).toHaveLength(maxReferences);
  });
});

const addressBombs: [string, string][] = [
  ['telephone numbers of commas', `tel:${','.repeat(250)} `],
  ['lists of telephone numbers', `tel:${'1,'.repeat(120)} `],
  ['short telephone numbers', 'tel:1 '],
  ['short addresses', 'mailto:a@b.c '],
  ['lists of addresses', `mailto:${'a@ü.de,'.repeat(55)} `],
];

const shapes: [string, string][] = [
  ['paragraphs with links', `${'Lorem ipsum dolor sit amet '.repeat(75)}[[Note title]] WEB-1\n\n`],
  ['one line', 'lorem ipsum '],
  ['one word', 'a'],
  ['Chinese without spaces', '中文分词是一个困难的问题'],
  ['blank lines', '\n'],
  ['signs', '.-'],
  ['list items', '- a `b` WEB-1\n'],
  ['a fence', '```\n'],
  ['telephone numbers', 'tel:+4930123456 tel:12x '],
  ['astral letters', '\u{20000}'],
  ['deep lists', `${'- '.repeat(32)}a\n\n`],
  ['phone numbers in brackets', 'tel:(1,1,1,1,'],
  ...addressBombs,
];

/** Steps that take at least 50 ms of CPU time. */
function slowSteps(steps: Iterable<unknown>): number[] {
  const slow: number[] = [];
  let number = 0;
  let before = process.cpuUsage();
  for (const step of steps) {
    const { user, system } = process.cpuUsage(before);
    if (user + system >= 50_000) slow.push(number);
    number++;
    before = process.cpuUsage();
    void step;
  }
  return slow;
}

/** The least CPU time of three, so that the load of the machine matters little. */
async function secondsToRead(text: string): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < 3; time++) {
    const before = process.cpuUsage();
    await inScope(systemScope('tenant', { country: 'DE' }), () => readBody(text, ownUrls));
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1_000_000);
  }
  return Math.min(...taken);
}

describe('a megabyte', () => {
  it.each(shapes)('of %s is split into small pieces without losing prose', (name, part) => {
    const text = megabyte(part);
    const pieces = [...prosePieces(text)];
    expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThan(25_000);
    if (name === 'a fence') return;
    const squeezed = (all: string) => all.replace(/\n/g, '');
    expect(squeezed(pieces.map((piece) => piece.text).join(''))).toBe(squeezed(text));
  });

  it.each(shapes)('of %s is read in steps of less than 50 ms', (_, part) => {
    const text = megabyte(part);
    const steps = (of: string) => readingSteps(of, { ownUrls, country: 'DE', budget: new ReadingBudget() });
    for (const step of steps(text.slice(0, 100_000))) void step;
    let slow: number[] | undefined;
    // Measured in CPU time, and repeatedly, so that the load of the machine does not matter.
    for (let time = 0; time < 5 && slow?.length !== 0; time++) {
      const found = slowSteps(steps(text));
      slow = slow?.filter((step) => found.includes(step)) ?? found;
    }
    expect(slow).toEqual([]);
  });

  describe('of addresses', () => {
    let ofLinks: number;

    beforeAll(async () => {
      ofLinks = await secondsToRead(megabyte('[[Note title]] WEB-1 '));
    });

    it.each(addressBombs)('such as %s takes at most eight times the work of links', async (_, part) => {
      expect(await secondsToRead(megabyte(part))).toBeLessThan(8 * ofLinks);
    });
  });

  it('is no longer read after the client has left', async () => {
    let reads = 0;
    const left = new Error('the client has left');
    const mustGoOn = () => {
      if (++reads > 2) throw left;
    };
    const reading = inScope(systemScope('tenant', { mustGoOn }), () => readBody(megabyte('WEB-1 '), ownUrls));
    await expect(reading).rejects.toBe(left);
    expect(reads).toBe(3);
  });

  it('yields to other work while it is read', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await readBody(megabyte('lorem ipsum '), ownUrls);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
