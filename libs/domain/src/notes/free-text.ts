import { Blocks } from './blocks.js';

/** Takes the place of each character that may not become part of a link. */
const closed = '\0';

interface TextRange {
  at: number;
  text: string;
}

/**
 * The Markdown text, at the same length, with only the prose left that may be made a link: without code, HTML, links and addresses.
 * Where one look at the paragraph does not tell what these are, the rest of the paragraph is left out too.
 */
export function freeText(markdown: string): string {
  const blocks = new Blocks();
  const free: string[] = [];
  let block: TextRange[] = [];
  let at = 0;
  const pass = (until: number, text = '') => {
    free.push(closed.repeat(until - at), text);
    at = until + text.length;
  };
  const endBlock = () => {
    const open = openText(block.map(({ text }) => text).join('\n')).split('\n');
    for (const [index, range] of block.entries()) pass(range.at, open[index]);
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
  pass(markdown.length);
  return free.join('');
}

/** True when the line that breaks at that place is empty. */
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

/** Leaves out what stands in brackets, and in parentheses right behind them; without an end, up to the end of the text. */
function closeBrackets(block: string, close: (from: number, until: number) => void): void {
  const ends: string[] = [];
  let from = 0;
  for (const { 0: sign, index: at } of block.matchAll(/[[\]()]/g)) {
    if (opens(sign, ends.length > 0 || block[at - 1] === ']')) {
      if (ends.length === 0) from = at;
      ends.push(sign === '[' ? ']' : ')');
    } else if (sign === ends.at(-1) && ends.pop() && ends.length === 0) close(from, endBehind(block, at + 1));
  }
  if (ends.length > 0) close(from, block.length);
}

/** A colon behind the brackets begins the address of a link definition. */
const endBehind = (block: string, at: number) => (block[at] === ':' ? block.length : at);

const opens = (sign: string, isBehindBrackets: boolean) => sign === '[' || (sign === '(' && isBehindBrackets);

const isAddress = (word: string) => /:\/\/|@|^\W*(mailto:|tel:|www\.)/i.test(word);
