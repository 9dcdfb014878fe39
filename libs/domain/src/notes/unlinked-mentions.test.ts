import { describe, expect, it } from '@jest/globals';
import { isDoneWithin } from '@tandem/testing/processor-time';
import { Mentions } from './unlinked-mentions.js';

const titles = new Map([
  ['Launch plan', 'note-1'],
  ['Budget', 'note-2'],
  ['Launch', 'note-3'],
  ['Own title', 'own'],
  ['Q3', 'note-4'],
  ['Café', 'note-5'],
]);
const keys = new Map([['WEB-12', 'task-1']]);
const linked = (body: string) => new Mentions(body, 'own').link({ titles, keys }).body;

describe('unlinked mentions', () => {
  it.each([
    ['See the Launch plan and WEB-12.', 'See the [[Launch plan]] and [[WEB-12]].'],
    ['> - Budget, Budget and Budget', '> - [[Budget]], Budget and Budget'],
    ['# Launch\r\n\r\nBudget\r\nof Launch plan', '# [[Launch]]\r\n\r\n[[Budget]]\r\nof [[Launch plan]]'],
    ['Cafe\u0301 and Café', '[[Cafe\u0301]] and Café'],
    ['\\[[Budget]] and Budget', '\\[[Budget]] and [[Budget]]'],
    ['Budget Ü 👍 Launch', '[[Budget]] Ü 👍 [[Launch]]'],
  ])('of a name become links, the first of each: %j', (body, expected) => {
    expect(linked(body)).toBe(expected);
    expect(linked(expected)).toBe(expected);
  });

  it.each([
    'Own title, budget, Budgets, preBudget, Q3, XWEB-12, WEB-13',
    '[[budget]] and Budget',
    '@[x](mention://note/note-2) and Budget',
    '[a [Budget] b](https://x/Launch) and ![Budget][Launch]',
    '`Budget` and ``Launch` `` WEB-12`',
    '```\nBudget\n```\n\n    Launch\n\n<div>\nBudget\n</div>',
    'https://example.com/Budget me@Budget.com <a title="Launch">',
    '[ref]: /url "Budget"',
    '[open Budget',
    '',
  ])('are unchanged if they match nothing, are already linked, or are in code, links and addresses: %j', (body) => {
    expect(linked(body)).toBe(body);
  });

  it('of an already linked note cost one search of the text', () => {
    const body = `${'Budget '.repeat(36_000)}@[x](mention://note/note-2)`;
    expect(isDoneWithin(500, () => linked(body))).toBe(true);
    expect(linked(body)).toBe(body);
  });

  it('are found in time in hostile texts', () => {
    for (const part of ['[', '`', '<', 'a ', 'a@', '](', '\\', '* ', '> ', 'Launch ', 'A-1 ', '\u0000', '\n- ']) {
      const body = part.repeat(200_000 / part.length);
      expect([part, isDoneWithin(1500, () => linked(body))]).toEqual([part, true]);
    }
  });
});
