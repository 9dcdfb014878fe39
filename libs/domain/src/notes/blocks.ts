import { Containers, isBlank, thematicBreak } from './containers.js';

export type Kind = 'prose' | 'fenced code' | 'indented code';

const fenceStart = /^ {0,3}(`{3,}|~{3,})(.*)$/s;
const fenceEnd = /^ {0,3}(`{3,}|~{3,})\s*$/;
const indentation = /^ {4,}\S/;
const heading = /^ {0,3}#{1,6}(?:\s|$)/;
const underline = /^ {0,3}(?:=+|-+)\s*$/;
const endsParagraph = (line: string) =>
  isBlank(line) || [heading, underline, thematicBreak].some((pattern) => pattern.test(line));

/** Tells what each line of a Markdown text is, one after the other (CommonMark 4.4, 4.5). */
export class Blocks {
  private readonly containers = new Containers();
  private fence: string | undefined;
  private isParagraph = false;

  kindOf(line: string): Kind {
    if (this.fence && this.isFenced(line, this.fence)) return 'fenced code';
    const content = this.containers.enter(line);
    this.fence = fenceOf(content);
    const isInParagraph = this.isParagraph && !this.containers.isNew;
    this.isParagraph = !this.fence && !endsParagraph(content);
    if (this.fence) return 'fenced code';
    // Indented code does not interrupt a paragraph, but a new quote or item does.
    if (isInParagraph || !indentation.test(content)) return 'prose';
    this.isParagraph = false;
    return 'indented code';
  }

  /** A fence is closed by its like, and ends with the quote or item that it stands in. */
  private isFenced(line: string, fence: string): boolean {
    const content = this.containers.within(line);
    if (content === undefined || closes(content, fence)) this.fence = undefined;
    return content !== undefined;
  }
}

function fenceOf(line: string): string | undefined {
  const [, marker, info] = fenceStart.exec(line) ?? [];
  return marker?.startsWith('`') && info!.includes('`') ? undefined : marker;
}

function closes(line: string, fence: string): boolean {
  const marker = fenceEnd.exec(line)?.[1];
  return marker !== undefined && marker[0] === fence[0] && marker.length >= fence.length;
}
