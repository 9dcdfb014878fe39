const blockQuote = /^ {0,3}> ?/;
const listItem = /^( {0,3}(?:[-*+]|\d{1,9}[.)]))( +(?=\S)|\s*$)/;
export const thematicBreak = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const leading = /^[\s>*+\-\d.)]*/;

/** Nothing that people write nests deeper. */
const deepest = 32;
const tabStop = 4;
/** Stands for a block quote where list items stand with the width of their indentation. */
const quote = 0;

/** The block quotes and list items that a line of Markdown stands in (CommonMark 5.1, 5.2). */
export class Containers {
  private open: number[] = [];
  /** True when the line entered last began one of them. */
  isNew = false;

  /** The line behind the marks of all open containers; undefined when it leaves one of them. */
  within(line: string): string | undefined {
    const { depth, rest } = this.follow(spaced(line));
    return depth === this.open.length ? rest : undefined;
  }

  /** Leaves the containers that the line is outside of, enters those it begins, and gives what stands in them. */
  enter(line: string): string {
    const followed = this.follow(spaced(line));
    let { rest } = followed;
    this.open.length = followed.depth;
    let begun;
    while (this.open.length < deepest && (begun = begin(rest))) {
      this.open.push(begun.width);
      rest = begun.rest;
    }
    this.isNew = this.open.length > followed.depth;
    return rest;
  }

  private follow(line: string): { depth: number; rest: string } {
    let rest = line;
    let depth = 0;
    for (const width of this.open) {
      const mark = width === quote ? blockQuote.exec(rest)?.[0].length : isBlank(rest) ? 0 : indented(rest, width);
      if (mark === undefined) break;
      rest = rest.slice(mark);
      depth++;
    }
    return { depth, rest };
  }
}

export const isBlank = (line: string) => line.trim() === '';
const indented = (line: string, width: number) => (line.search(/[^ ]|$/) >= width ? width : undefined);

function begin(line: string): { width: number; rest: string } | undefined {
  const mark = blockQuote.exec(line)?.[0];
  if (mark) return { width: quote, rest: line.slice(mark.length) };
  const [whole, marker, blanks] = (!thematicBreak.test(line) && listItem.exec(line)) || [];
  if (!whole) return undefined;
  // An item that begins with indented code, or with nothing, stands one blank behind its marker.
  const width = marker!.length + (blanks!.length > tabStop || line.length === whole.length ? 1 : blanks!.length);
  return { width, rest: line.slice(width) };
}

/** The line with blanks for the tabs before its text. */
function spaced(line: string): string {
  const lead = leading.exec(line)![0];
  if (!lead.includes('\t')) return line;
  let spaces = '';
  for (const sign of lead) spaces += sign === '\t' ? ' '.repeat(tabStop - (spaces.length % tabStop)) : sign;
  return spaces + line.slice(lead.length);
}
