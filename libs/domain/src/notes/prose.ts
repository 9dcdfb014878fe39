import { Blocks, type Kind } from './blocks.js';
import { withoutCodeSpans } from './code-spans.js';

/** A stretch of Markdown outside fenced code. */
export interface Piece {
  text: string;
  /** The same without indented code and code spans. */
  plain: string;
}

/** Characters read between two pieces; a piece holds at most about twice as many. */
const pieceLength = 8192;
const longestLine = 4096;
const longestWikiLink = 600;

/** A blank line, a heading, a list item and a table row end the paragraph before them, and with it any code span. */
const blockStart = /^\s*(?:$|[-*+#|]|\d{1,9}[.)])/;

/** The prose of a Markdown text, cut at paragraphs into pieces of bounded size, so that the reader can pause between them. */
export function* prosePieces(markdown: string): Generator<Piece> {
  const prose = new Prose();
  let passed = 0;
  for (const line of linesOf(markdown)) {
    prose.take(line);
    passed += line.text.length + 1;
    if (passed < pieceLength) continue;
    passed = 0;
    yield prose.piece();
  }
  prose.endBlock();
  yield prose.piece();
}

interface Line {
  text: string;
  /** False for the rest of a line that was too long to look at whole. */
  isStart: boolean;
}

class Prose {
  private readonly blocks = new Blocks();
  private kind: Kind = 'prose';
  private block = '';
  private text = '';
  private plain = '';

  take({ text, isStart }: Line): void {
    if (isStart) this.kind = this.blocks.kindOf(text);
    const { kind } = this;
    if (kind !== 'prose' || (isStart && blockStart.test(text)) || this.block.length > pieceLength) this.endBlock();
    if (kind === 'prose') this.block += `${text}\n`;
    if (kind === 'indented code') this.text += `${text}\n`;
  }

  endBlock(): void {
    this.text += this.block;
    this.plain += withoutCodeSpans(this.block);
    this.block = '';
  }

  /** Hands over what is complete. */
  piece(): Piece {
    const { text, plain } = this;
    this.text = '';
    this.plain = '';
    return { text, plain };
  }
}

function* linesOf(markdown: string): Generator<Line> {
  for (let from = 0; from < markdown.length;) {
    const found = markdown.indexOf('\n', from);
    const end = found < 0 ? markdown.length : found;
    let isStart = true;
    while (end - from > longestLine) {
      const cut = from + cutOf(markdown.slice(from, from + longestLine));
      yield { text: markdown.slice(from, cut), isStart };
      from = cut;
      isStart = false;
    }
    yield { text: markdown.slice(from, end), isStart };
    from = end + 1;
  }
}

/** Where an overlong line may be cut: before a `[[` that is still open, else behind a blank, else between two characters. */
function cutOf(part: string): number {
  const open = part.lastIndexOf('[[');
  if (open > part.length - longestWikiLink && !part.includes(']]', open)) return open;
  const blank = part.search(/\s\S*$/);
  if (blank > 0) return blank + 1;
  return /[\uD800-\uDBFF]$/.test(part) ? part.length - 1 : part.length;
}
