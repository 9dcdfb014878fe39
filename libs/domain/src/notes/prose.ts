import { Blocks, type Reading } from './blocks.js';
import { withoutCodeSpans } from './code-spans.js';

interface Piece {
  text: string;
  /** The text without indented code, code spans and block markers, up to the end of the last complete block. */
  plain: string;
}

const pieceLength = 8192;
const maxLineLength = 4096;
const maxWikiLinkLength = 600;

const lineEnd = /\r\n?|\n/g;

/** Splits prose at paragraphs into pieces of bounded size, so that the reader can pause in between. */
export function* prosePieces(markdown: string): Generator<Piece> {
  const prose = new Prose();
  let passed = 0;
  for (const line of linesOf(markdown)) {
    prose.take(line);
    passed += line.text.length + line.end.length;
    if (passed < pieceLength) continue;
    passed = 0;
    yield prose.piece();
  }
  prose.endBlock();
  yield prose.piece();
}

interface Line {
  text: string;
  /** False for the rest of a line that was cut because of its length. */
  isStart: boolean;
  /** The line break; empty if the rest of the line follows. */
  end: string;
}

class Prose {
  private readonly blocks = new Blocks();
  private reading: Reading = { kind: 'mark', content: '', continues: false };
  private block = '';
  private text = '';
  private plain = '';

  take({ text, isStart, end }: Line): void {
    this.reading = isStart ? this.blocks.read(text) : this.blocks.readOn(text, this.reading);
    const { kind, content, continues } = this.reading;
    // A code span ends with its block at the latest, and HTML blocks have none.
    if (kind !== 'inline' || !continues || this.block.length > pieceLength) this.endBlock();
    if (kind === 'inline') this.block += content + end;
    if (kind === 'html') this.plain += content + end;
    if (kind !== 'fenced code') this.text += text + end;
  }

  endBlock(): void {
    this.plain += withoutCodeSpans(this.block);
    this.block = '';
  }

  piece(): Piece {
    const { text, plain } = this;
    this.text = '';
    this.plain = '';
    return { text, plain };
  }
}

function* linesOf(markdown: string): Generator<Line> {
  for (let from = 0; from < markdown.length;) {
    lineEnd.lastIndex = from;
    const found = lineEnd.exec(markdown);
    const end = found?.index ?? markdown.length;
    let isStart = true;
    while (end - from > maxLineLength) {
      const cut = from + cutOf(markdown.slice(from, from + maxLineLength));
      yield { text: markdown.slice(from, cut), isStart, end: '' };
      from = cut;
      isStart = false;
    }
    yield { text: markdown.slice(from, end), isStart, end: '\n' };
    from = end + (found?.[0].length ?? 0);
  }
}

/** Where to cut a long line: before an unclosed `[[`, else after white space, else between two characters. */
function cutOf(part: string): number {
  const open = part.lastIndexOf('[[');
  if (open > part.length - maxWikiLinkLength && !part.includes(']]', open)) return open;
  const blank = part.search(/\s\S*$/);
  if (blank > 0) return blank + 1;
  return /[\uD800-\uDBFF]$/.test(part) ? part.length - 1 : part.length;
}
