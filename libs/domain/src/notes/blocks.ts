import { Containers, indentOf, isBlank } from './containers.js';
import { endsWith, type HtmlBlock, htmlBlockOf } from './html-block.js';

/** The block type of a line; `mark` covers blank lines, thematic breaks and setext underlines. */
export type Kind = 'inline' | 'html' | 'fenced code' | 'indented code' | 'mark';

export interface Reading {
  kind: Kind;
  content: string;
  continues: boolean;
}

const codeIndent = 4;
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const fenceEnd = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

type Leaf = { paragraph: true } | { fence: string } | { html: HtmlBlock } | undefined;

/** Classifies the lines of a Markdown text one by one (CommonMark 3 to 5, and appendix). */
export class Blocks {
  private readonly containers = new Containers();
  private leaf: Leaf;

  read(line: string): Reading {
    const rest = this.containers.follow(line);
    const { isWithin } = this.containers;
    const isParagraph = this.leaf !== undefined && 'paragraph' in this.leaf;
    return (isWithin && this.furtherCodeOrHtml(rest)) || this.begin(rest, { isOpen: isParagraph, isWithin });
  }

  readOn(rest: string, { kind }: Reading): Reading {
    if (this.leaf && 'html' in this.leaf && this.leaf.html !== 'blank line') this.endHtml(this.leaf.html, rest);
    return { kind, content: rest, continues: true };
  }

  private furtherCodeOrHtml(content: string): Reading | undefined {
    if (!this.leaf || 'paragraph' in this.leaf) return undefined;
    if ('fence' in this.leaf) {
      if (closes(content, this.leaf.fence)) this.leaf = undefined;
      return { kind: 'fenced code', content, continues: true };
    }
    if (this.leaf.html === 'blank line' && isBlank(content)) return undefined;
    this.endHtml(this.leaf.html, content);
    return { kind: 'html', content, continues: true };
  }

  private endHtml(html: HtmlBlock, line: string): void {
    if (endsWith(html, line)) this.leaf = undefined;
  }

  /** Reads a line that may start a block; otherwise it continues the open paragraph, even without container markers. */
  private begin(line: string, paragraph: { isOpen: boolean; isWithin: boolean }): Reading {
    let content = line;
    let { isOpen } = paragraph;
    for (;;) {
      if (isBlank(content)) return this.close({ kind: 'mark', content, continues: false });
      if (indentOf(content) >= codeIndent) break;
      const isUnder = isOpen && paragraph.isWithin;
      const leaf = this.leafOf(content, isOpen, isUnder);
      if (leaf) return leaf;
      const inner = this.containers.enter(content, isUnder);
      if (inner === undefined) break;
      content = inner;
      isOpen = false;
    }
    if (isOpen) return { kind: 'inline', content, continues: true };
    if (indentOf(content) >= codeIndent) return this.put({ kind: 'indented code', content, continues: false });
    return this.put({ kind: 'inline', content, continues: false }, { paragraph: true });
  }

  /** The leaf block that starts on this line. `isUnder`: the line before is a paragraph in the same containers. */
  private leafOf(content: string, isOpen: boolean, isUnder: boolean): Reading | undefined {
    const continues = false;
    if (heading.test(content)) return this.put({ kind: 'inline', content, continues });
    const fence = fenceStart.exec(content)?.[1];
    if (fence) return this.put({ kind: 'fenced code', content, continues }, { fence });
    const html = htmlBlockOf(content, isOpen);
    if (html) {
      const reading = this.put({ kind: 'html', content, continues }, { html });
      if (html !== 'blank line') this.endHtml(html, content);
      return reading;
    }
    const isMark = (isUnder && underline.test(content)) || rule.test(content);
    return isMark ? this.put({ kind: 'mark', content, continues }) : undefined;
  }

  private put(reading: Reading, leaf?: Leaf): Reading {
    this.close(reading, leaf);
    this.containers.fill();
    return reading;
  }

  private close(reading: Reading, leaf?: Leaf): Reading {
    this.containers.leave();
    this.leaf = leaf;
    return reading;
  }
}

function closes(line: string, fence: string): boolean {
  const marker = fenceEnd.exec(line)?.[1];
  return marker !== undefined && marker[0] === fence[0] && marker.length >= fence.length;
}
