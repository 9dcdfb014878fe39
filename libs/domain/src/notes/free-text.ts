import { Blocks } from './blocks.js';

const closed = '\0';

interface TextRange {
  at: number;
  text: string;
}

/** Masks code, HTML, links and addresses in place; the rest of a paragraph too where it is ambiguous. */
export function freeText(markdown: string): string {
  const blocks = new Blocks();
  const free: string[] = [];
  let block: TextRange[] = [];
  let at = 0;
  const maskUntil = (until: number, text = '') => {
    free.push(closed.repeat(until - at), text);
    at = until + text.length;
  };
  const endBlock = () => {
    const open = openText(block.map(({ text }) => text).join('\n')).split('\n');
    for (const [index, range] of block.entries()) maskUntil(range.at, open[index]);
    block = [];
  };
  for (const { 0: line, index } of markdown.matchAll(/[^\r\n]+|\r\n?|\n/g)) {
    if (/^[\r\n]/.test(line) && !isBlankLine(markdown, index)) continue;
    const { kind, content, continues } = blocks.read(line.replace(/[\r\n]+$/, ''));
    if (kind !== 'inline' || !continues) endBlock();
    if (kind === 'inline' && line.endsWith(content))
      block.push({ at: index + line.length - content.length, text: content });
  }
  endBlock();
  maskUntil(markdown.length);
  return free.join('');
}

const isBlankLine = (markdown: string, at: number) => at === 0 || /[\r\n]/.test(markdown[at - 1]!);

function openText(block: string): string {
  const open = block.split('');
  const close = (from: number, until: number) => open.fill(closed, from, until);
  const between = (first: string, last: string) => {
    const from = block.indexOf(first);
    if (from >= 0) close(from, block.lastIndexOf(last) >= from ? block.lastIndexOf(last) + 1 : block.length);
  };
  between('`', '`');
  between('<', '>');
  for (const { index } of block.matchAll(/\\[^]/g)) close(index, index + 2);
  closeBrackets(block.replace(/\\[^]/g, '  '), close);
  for (const { 0: word, index } of block.matchAll(/\S+/g)) if (isAddress(word)) close(index, index + word.length);
  return open.map((character, index) => (block[index] === '\n' ? '\n' : character)).join('');
}

/** Masks brackets and directly following parentheses, through the end of the text if they are unclosed. */
function closeBrackets(block: string, close: (from: number, until: number) => void): void {
  const ends: string[] = [];
  let from = 0;
  for (const { 0: sign, index: at } of block.matchAll(/[[\]()]/g)) {
    if (opens(sign, ends.length > 0 || block[at - 1] === ']')) {
      if (ends.length === 0) from = at;
      ends.push(sign === '[' ? ']' : ')');
    } else if (sign === ends.at(-1) && ends.pop() && ends.length === 0) close(from, endAfter(block, at + 1));
  }
  if (ends.length > 0) close(from, block.length);
}

/** A colon after brackets starts the address of a link definition. */
const endAfter = (block: string, at: number) => (block[at] === ':' ? block.length : at);

const opens = (sign: string, followsBrackets: boolean) => sign === '[' || (sign === '(' && followsBrackets);

const isAddress = (word: string) => /:\/\/|@|^\W*(mailto:|tel:|www\.)/i.test(word);
