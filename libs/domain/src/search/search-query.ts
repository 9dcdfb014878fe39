import { DomainError } from '../core/errors.js';
import { folded, plainTitle } from './fold.js';
import { exactly, minCorrected, quoted, type Stems } from './search-document.js';
import { chunksOf, isInPairs, type Word } from './words.js';

/** One condition of a query: consecutive words, which a record must contain or, after a minus, must not. */
export interface Term {
  words: readonly Word[];
  whole: string | null;
  isNegative: boolean;
  /** In quotation marks: neither beginnings nor other forms of its words are found. */
  isPhrase: boolean;
  /** Words that begin with its last one are found too. */
  isPrefix: boolean;
}

const parts = /(-?)"([^"]*)"|(\S+)/gu;
const minPrefix = 4;

/** What a member searches for. Any text is a query: characters without a meaning are ignored. */
export class SearchQuery {
  readonly terms: readonly Term[];
  readonly title: string;

  constructor(readonly text: string) {
    mustBeLongEnough(text);
    const terms = [...text.matchAll(parts)].flatMap(({ index, 1: minus, 2: phrase, 3: word }) =>
      word === undefined ? inQuotes(phrase!, minus !== '') : withoutQuotes(word, index),
    );
    const last = terms.findLast(({ isNegative, isPhrase }) => !isNegative && !isPhrase);
    this.terms = terms.map((term) => ({
      ...term,
      isPrefix: !term.isPhrase && !term.isNegative && (term === last || term.words.at(-1)!.text.length >= minPrefix),
    }));
    this.title = plainTitle(text);
  }

  get wanted(): readonly Term[] {
    return this.terms.filter(({ isNegative }) => !isNegative);
  }

  get hasNegatives(): boolean {
    return this.terms.some(({ isNegative }) => isNegative);
  }

  get words(): string[] {
    return this.terms.flatMap(({ words }) => words.filter(({ kind }) => kind === 'word').map(({ text }) => text));
  }

  /** The words that may be misspelt. */
  get correctable(): Term[] {
    return this.wanted.filter(
      ({ words, isPhrase }) =>
        !isPhrase && words.length === 1 && words[0]!.text.length >= minCorrected && !isNumber(words[0]!),
    );
  }

  /** The query with other words in place of these. */
  with(corrections: ReadonlyMap<Term, string>): SearchQuery {
    let text = this.text;
    for (const term of this.terms.toReversed()) {
      const [{ at, length }] = term.words as [Word];
      const correction = corrections.get(term);
      if (correction) text = text.slice(0, at) + correction + text.slice(at + length);
    }
    return new SearchQuery(text);
  }

  /** In the input form of the type tsquery. */
  expression(stems: Stems): string {
    return this.terms.map((term) => `${term.isNegative ? '!' : ''}${termOf(term, stems, '')}`).join(' & ');
  }

  /** Whether all words are in texts of these weights. */
  within(weights: string, stems: Stems): string {
    return this.wanted.map((term) => termOf(term, stems, weights)).join(' & ');
  }

  /** The records with this identifier. */
  get identifier(): string {
    return quoted(exactly(this.text.trim()));
  }
}

const isNumber = ({ text }: Word) => /^\p{N}+$/u.test(text);

function mustBeLongEnough(text: string): void {
  const length = [...text.trim()].length;
  if (length >= 2 || isInPairs(folded(text))) return;
  const detail = 'q must have at least 2 characters, or 1 in a script without spaces, such as 京.';
  throw new DomainError('invalid', 'query_too_short', detail, {
    findings: [{ parameter: 'q', code: 'query_too_short', detail }],
  });
}

function inQuotes(text: string, isNegative: boolean): Term[] {
  const words = [...chunksOf(text)].flatMap((chunk) => chunk.words);
  return words.length ? [{ words, whole: null, isNegative, isPhrase: true, isPrefix: false }] : [];
}

function withoutQuotes(text: string, start: number): Term[] {
  const isNegative = /^-[\p{L}\p{N}]/u.test(text);
  return [...chunksOf(text)].map(({ words, whole }) => ({
    words: words.map((word) => ({ ...word, at: start + word.at })),
    whole,
    isNegative,
    isPhrase: false,
    isPrefix: false,
  }));
}

function termOf(term: Term, stems: Stems, weights: string): string {
  const sequence = sequenceOf(term, stems, weights);
  if (!term.whole) return `(${sequence})`;
  return `(${lexeme(term.whole, term.isPrefix, weights)} | (${sequence}))`;
}

function sequenceOf(term: Term, stems: Stems, weights: string): string {
  const needed = neededOf(term);
  return needed
    .map(({ word, position }, index) => {
      const distance = index === 0 ? '' : ` <${position - needed[index - 1]!.position}> `;
      const isPrefix = isBeginning(term, word);
      const forms = term.isPhrase ? [] : (stems.get(word.text) ?? []).filter((stem) => stem !== word.text);
      const written = [lexeme(word.text, isPrefix, weights), ...forms.map((stem) => lexeme(stem, false, weights))];
      return distance + (written.length === 1 ? written[0]! : `(${written.join(' | ')})`);
    })
    .join('');
}

/** Without a last single character after its pair: it stands in the text only where that ends. */
export const neededOf = ({ words }: Term): { word: Word; position: number }[] =>
  words
    .map((word, position) => ({ word, position }))
    .filter(({ word, position }) => word.kind !== 'single' || words[position - 1]?.kind !== 'pair');

export const isBeginning = ({ words, isPrefix }: Term, word: Word): boolean =>
  word.kind === 'single' || (isPrefix && word.kind === 'word' && word === words.at(-1));

function lexeme(text: string, isPrefix: boolean, weights: string): string {
  const labels = (isPrefix ? '*' : '') + weights;
  return labels ? `${quoted(text)}:${labels}` : quoted(text);
}
