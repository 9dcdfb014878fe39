import { isBlank } from './containers.js';
import { tagPattern } from './raw-html.js';

export type HtmlBlock = RegExp | 'blank line';

const blockTags =
  `address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div
  dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li
  link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead
  title tr track
  ul`.replace(/\s+/g, '|');

/** The first six kinds of CommonMark 4.6, in order. */
const kinds: readonly [begin: RegExp, end: HtmlBlock][] = [
  [/^<(?:script|pre|textarea|style)(?:\s|>|$)/i, /<\/(?:script|pre|textarea|style)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${blockTags})(?:\\s|/?>|$)`, 'i'), 'blank line'],
];
const anyTag = new RegExp(`^(?:${tagPattern})\\s*$`);

/** The HTML block that starts on the line. A tag of the seventh kind cannot interrupt a paragraph. */
export function htmlBlockOf(line: string, interruptsParagraph: boolean): HtmlBlock | undefined {
  const text = line.replace(/^ +/, '');
  if (!text.startsWith('<')) return undefined;
  const known = kinds.find(([begin]) => begin.test(text));
  if (known) return known[1];
  return !interruptsParagraph && anyTag.test(text) ? 'blank line' : undefined;
}

export const endsWith = (block: HtmlBlock, line: string) => (block === 'blank line' ? isBlank(line) : block.test(line));
