export const indentOf = (line: string) => line.search(/[^ ]|$/);
/** Only blanks and tabs make a line blank (CommonMark 2.1). */
export const isBlank = (line: string) => /^[ \t]*$/.test(line);

const blockQuote = /^ {0,3}> ?/;
const listItem = /^( {0,3}(?:[-*+]|(\d{1,9})[.)]))( +(?=[^ ])|[ \t]*$)/;
const leading = /^[ \t>*+\-\d.)]*/;

const deepest = 32;
const tabStop = 4;

interface Container {
  /** By how much the lines of a list item are indented; absent for a block quote. */
  width?: number;
  /** True for a list item that is only its marker so far; a blank line ends it. */
  isEmpty: boolean;
}

/** The block quotes and list items that a line of Markdown stands in (CommonMark 5.1, 5.2). */
export class Containers {
  private readonly open: Container[] = [];
  private followed = 0;

  /** The line without the marks of the open containers, as far as it has them. */
  follow(line: string): string {
    let rest = spaced(line);
    for (this.followed = 0; this.followed < this.open.length; this.followed++) {
      const mark = markOf(this.open[this.followed]!, rest);
      if (mark === undefined) break;
      rest = rest.slice(mark);
    }
    return rest;
  }

  /** True when the line had the marks of all open containers. */
  get isWithin(): boolean {
    return this.followed === this.open.length;
  }

  /** Closes the containers whose marks the line lacked. */
  leave(): void {
    this.open.length = this.followed;
  }

  /** Notes that a block has begun in the open containers: a list item is no longer only its marker. */
  fill(): void {
    for (const container of this.open) container.isEmpty = false;
  }

  /** Opens the quote or list item that begins here and returns the rest of the line. An empty item, or one that does not count from 1, interrupts no paragraph. */
  enter(line: string, interruptsParagraph: boolean): string | undefined {
    const begun = this.followed < deepest ? begin(line, interruptsParagraph) : undefined;
    if (!begun) return undefined;
    this.leave();
    this.fill();
    this.open.push(begun.container);
    this.followed = this.open.length;
    return begun.rest;
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
  const [whole, marker, number = '1', blanks] = listItem.exec(line) ?? [];
  if (!whole) return undefined;
  const isEmpty = line.length === whole.length;
  if (interruptsParagraph && (isEmpty || Number(number) !== 1)) return undefined;
  // The text of an item that is empty or begins with indented code is one blank after its marker.
  return marker!.length + (blanks!.length > tabStop || isEmpty ? 1 : blanks!.length);
}

/** The line with blanks in place of the tabs before its text. */
function spaced(line: string): string {
  const lead = leading.exec(line)![0];
  if (!lead.includes('\t')) return line;
  let spaces = '';
  for (const sign of lead) spaces += sign === '\t' ? ' '.repeat(tabStop - (spaces.length % tabStop)) : sign;
  return spaces + line.slice(lead.length);
}
