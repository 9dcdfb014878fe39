import type { SearchText } from '../core/searched-records.js';
import type { Match } from './matches.js';

export interface MatchedText extends SearchText {
  matches: readonly Match[];
}

export interface Snippet {
  text: string;
  /** Start and length in UTF-16 units of the text; in order, without overlaps. */
  marks: [start: number, length: number][];
}

const maxLength = 200;
const lead = 40;
const shownFields = ['description', 'body', 'channel', 'tag'] as const;

/** The passage of a record, other than its title, that has most of the words. */
export function snippetOf(texts: readonly MatchedText[]): Snippet {
  const shown = shownFields.flatMap((field) => texts.filter((one) => one.field === field));
  const matched = shown.find(({ matches }) => matches.length > 0);
  if (matched) return passage(matched.text, matched.matches);
  const text = shown.find(({ field }) => field === 'description' || field === 'body')?.text ?? '';
  return passage(text, []);
}

function passage(text: string, matches: readonly Match[]): Snippet {
  const start = startOf(text, bestOf(matches)?.at ?? 0);
  const end = endOf(text, start + maxLength);
  const marks: Snippet['marks'] = [];
  let marked = start;
  for (const { at, length } of matches) {
    if (at < marked || at + length > end) continue;
    marks.push([at - start, length]);
    marked = at + length;
  }
  return { text: text.slice(start, end).replace(/[\s\p{Cc}]/gu, ' '), marks };
}

/** The match from which on most different terms follow within a passage. */
function bestOf(matches: readonly Match[]): Match | undefined {
  let best: { match: Match; terms: number } | undefined;
  for (const [index, match] of matches.slice(0, 100).entries()) {
    const within = matches
      .slice(index, index + 50)
      .filter(({ at, length }) => at + length <= match.at + maxLength - lead);
    const terms = new Set(within.map(({ term }) => term)).size;
    if (!best || terms > best.terms) best = { match, terms };
  }
  return best?.match;
}

/** At a space before the match if there is one near. */
function startOf(text: string, at: number): number {
  if (at <= lead) return 0;
  const space = text.slice(at - lead, at).search(/\s/);
  return space < 0 ? whole(text, at - lead) : at - lead + space + 1;
}

function endOf(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.slice(end - lead, end).search(/\s\S*$/);
  return space < 0 ? whole(text, end) : end - lead + space;
}

/** Never between the halves of a surrogate pair. */
const whole = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at);
