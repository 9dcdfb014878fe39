const attribute = `\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?`;
/** An opening or closing tag (CommonMark 6.6). */
export const tagPattern = `<[A-Za-z][A-Za-z0-9-]*(?:${attribute})*\\s*/?>|</[A-Za-z][A-Za-z0-9-]*\\s*>`;
const autolink = `<[A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\\x00-\\x20]*>|<[\\w.!#$%&'*+/=?^\`{|}~-]+@[A-Za-z0-9.-]+>`;
const short = new RegExp(`^(?:${tagPattern}|${autolink})`);
const maxTagLength = 1000;

const long = [
  { begin: /^<!--/, end: '-->', from: 2 },
  { begin: /^<\?/, end: '?>', from: 2 },
  { begin: /^<!\[CDATA\[/, end: ']]>', from: 9 },
  { begin: /^<![A-Za-z]/, end: '>', from: 3 },
];

/** Finds the ends of HTML tags, comments and autolinks in a block, in which backticks open no code span. */
export class RawHtml {
  /** Known missing terminators, so that the block is not searched again for each opening. */
  private readonly missing = new Set<string>();

  constructor(private readonly block: string) {}

  /** The end of the construct that starts at this `<`; undefined for text and for tags over 1,000 characters. */
  endAt(at: number): number | undefined {
    const text = this.block.slice(at, at + maxTagLength);
    const kind = long.find(({ begin }) => begin.test(text));
    if (kind) return this.find(kind.end, at + kind.from);
    const found = short.exec(text)?.[0].length;
    return found && at + found;
  }

  private find(end: string, from: number): number | undefined {
    if (this.missing.has(end)) return undefined;
    const found = this.block.indexOf(end, from);
    if (found >= 0) return found + end.length;
    this.missing.add(end);
    return undefined;
  }
}
