import { describe, expect, it } from '@jest/globals';
import { Parser } from 'commonmark';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { prosePieces } from './prose.js';

/** Two independent Markdown parsers; where they agree, ours must too. */
const references = { commonmark: byCommonmark, 'markdown-it': byMarkdownIt };

const keysIn = (text: string) => (text.match(/K-\d+/g) ?? []).join(' ');
const ours = (markdown: string) => keysIn([...prosePieces(markdown)].map(({ plain }) => plain).join('\n'));

const outsideCode = new Set(['text', 'text_special', 'html_inline', 'html_block']);

function byCommonmark(markdown: string): string {
  const walker = new Parser().parse(markdown).walker();
  let text = '';
  for (let step = walker.next(); step; step = walker.next())
    if (step.entering) text += outsideCode.has(step.node.type) ? step.node.literal : '\n';
  return keysIn(text);
}

interface Token {
  type: string;
  content: string;
  children: Token[] | null;
}

const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => (outsideCode.has(token.type) ? token.content : `\n${textOf(token.children ?? [])}`)).join('');

function byMarkdownIt(markdown: string): string {
  return keysIn(textOf(new MarkdownIt('commonmark', { html: true, maxNesting: 100 }).parse(markdown, {})));
}

const starts = ['', '', '', '> ', '>', '- ', '-', '1. ', '2) ', '    ', '\t', '  ', '# ', '- - ', '> > ', '-\t', ' - '];
const tokens =
  `\` \` \`\` \`\`\` ~~~ === --- *** <!-- --> <pre> </pre> <div> </div> <a~title=" "> <b> </b> <? ?> <![CDATA[ ]]> <!X >
  \\\` \v \f text <http://x\`y> \\ # | <script> </script> <a@b.c\`> <a~b=\`c\`> ' * _`
    .split(/[ \n]+/)
    .map((token) => token.replace(/^<a~/, '<a '));
const ends = ['\n', '\n', '\n', '\n\n', '\r\n', '\r'];

const word = fc.tuple(fc.constantFrom('K', 'K', ...tokens), fc.constantFrom('', ' ')).map((parts) => parts.join(''));
const line = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.constantFrom('', '', ...starts),
    fc.array(word, { maxLength: 4 }),
    fc.constantFrom(...ends),
  )
  .map(([start, second, words, end]) => start + second + words.join('') + end);
/** Lines with all kinds of block starts and ends, and references K-0, K-1 and so on between them. */
const document = fc.array(line, { minLength: 1, maxLength: 7 }).map((lines) => {
  let count = 0;
  return lines.join('').replace(/(?<![A-Z])K/g, () => `K-${count++} `);
});

describe('the prose of a Markdown text', () => {
  it('matches two other parsers where they agree', () => {
    let agreed = 0;
    const holds = (markdown: string) => {
      const [first, second] = Object.values(references).map((read) => read(markdown));
      if (first !== second) return;
      agreed++;
      expect(ours(markdown)).toBe(first);
    };
    fc.assert(fc.property(document, holds), { seed: 3, numRuns: 4000 });
    expect(agreed).toBeGreaterThan(3900);
  });
});
