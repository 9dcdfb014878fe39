export const indentOf = (line: string) => line.search(/[^ ]|$/);
/** Only spaces and tabs count as blank (CommonMark 2.1). */
export const isBlank = (line: string) => /^[ \t]*$/.test(line);

const blockQuote = /^ {0,3}> ?/;
const listItem = /^( {0,3}(?:[-*+]|(\d{1,9})[.)]))( +(?=[^ ])|[ \t]*$)/;
const leading = /^[ \t>*+\-\d.)]*/;

const maxDepth = 32;
const tabStop = 4;

interface Container {
  width?: number;
  /** True for a list item that is only a marker so far; a blank line ends it. */
  isEmpty: boolean;
}

/** The open block quotes and list items of a line (CommonMark 5.1, 5.2). */
export class Containers {
  private readonly open: Container[] = [];
  private followed = 0;

  follow(line: string): string {
    let rest = spaced(line);
    for (this.followed = 0; this.followed < this.open.length; this.followed++) {
      const mark = markOf(this.open[this.followed]!, rest);
      if (mark === undefined) break;
      rest = rest.slice(mark);
    }
    return rest;
  }

  get isWithin(): boolean {
    return this.followed === this.open.length;
  }

  leave(): void {
    this.open.length = this.followed;
  }

  fill(): void {
    for (const container of this.open) container.isEmpty = false;
  }

  /** Returns the rest of the line. An empty item, or one that does not start at 1, cannot interrupt a paragraph. */
  enter(line: string, interruptsParagraph: boolean): string | undefined {
    const opened = this.followed < maxDepth ? begin(line, interruptsParagraph) : undefined;
    if (!opened) return undefined;
    this.leave();
    this.fill();
    this.open.push(opened.container);
    this.followed = this.open.length;
    return opened.rest;
  }
}

function markOf({ width, isEmpty }: Container, line: string): number | undefined {
  if (width === undefined) return blockQuote.exec(line)?.[0].length;
  if (isBlank(line)) return isEmpty ? undefined : 0;
  return indentOf(line) >= width ? width : undefined;
}

function begin(line: string, interruptsParagraph: boolean): { container: Container; rest: string } | undefined {
  const mark = blockQuote.exec(line)?.[0];
  if (mark) return { container: { isEmpty: true }, rest: line.slice(mark.length) };
  const width = itemWidth(line, interruptsParagraph);
  return width === undefined ? undefined : { container: { width, isEmpty: true }, rest: line.slice(width) };
}

function itemWidth(line: string, interruptsParagraph: boolean): number | undefined {
  const [match, marker, number = '1', blanks] = listItem.exec(line) ?? [];
  if (!match) return undefined;
  const isEmpty = line.length === match.length;
  if (interruptsParagraph && (isEmpty || Number(number) !== 1)) return undefined;
  // The text of an item that is empty or starts with indented code begins one space after its marker.
  return marker!.length + (blanks!.length > tabStop || isEmpty ? 1 : blanks!.length);
}

function spaced(line: string): string {
  const lead = leading.exec(line)![0];
  if (!lead.includes('\t')) return line;
  let spaces = '';
  for (const character of lead)
    spaces += character === '\t' ? ' '.repeat(tabStop - (spaces.length % tabStop)) : character;
  return spaces + line.slice(lead.length);
}
