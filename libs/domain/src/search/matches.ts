import type { SearchText } from '../core/searched-records.js';
import type { Stems } from './search-document.js';
import { isBeginning, neededOf, type SearchQuery, type Term } from './search-query.js';
import { type Chunk, chunksOf, type Word } from './words.js';

/** Where a term is in a text, in UTF-16 units. */
export interface Match {
  term: Term;
  at: number;
  length: number;
}

/** A text as the index sees it. */
export class ReadText {
  readonly field: SearchText['field'];
  readonly text: string;
  private readonly chunks: readonly Chunk[];
  private readonly words: readonly Word[];

  constructor({ field, text }: SearchText) {
    this.field = field;
    this.text = text;
    this.chunks = [...chunksOf(text)];
    this.words = this.chunks.flatMap(({ words }) => words);
  }

  /** Words that may have a stem in common with a word of the query: nearly all stems keep the first two letters. */
  akinTo(query: SearchQuery): string[] {
    const beginnings = new Set(query.words.map((word) => word.slice(0, 2)));
    return this.words.filter((word) => beginnings.has(word.text.slice(0, 2))).map(({ text }) => text);
  }

  /** In the order of the text. */
  matches({ wanted }: SearchQuery, stems: Stems): Match[] {
    return wanted
      .flatMap((term) => [...this.matchesOf(term, stems)])
      .sort((a, b) => a.at - b.at || b.length - a.length);
  }

  private *matchesOf(term: Term, stems: Stems): Generator<Match> {
    const { whole, isPrefix } = term;
    if (whole)
      for (const { whole: text, at, length } of this.chunks)
        if (isPrefix ? text?.startsWith(whole) : text === whole) yield { term, at, length };
    const needed = neededOf(term);
    for (const [start, first] of this.words.entries()) {
      const last = this.words[start + needed.at(-1)!.position];
      const matchesAt = ({ word, position }: { word: Word; position: number }) =>
        isForm(this.words[start + position], word, { term, stems });
      if (last && needed.every(matchesAt)) yield { term, at: first.at, length: last.at + last.length - first.at };
    }
  }
}

function isForm(found: Word | undefined, word: Word, { term, stems }: { term: Term; stems: Stems }): boolean {
  if (!found) return false;
  if (found.text === word.text) return true;
  if (isBeginning(term, word) && found.text.startsWith(word.text)) return true;
  if (term.isPhrase) return false;
  const forms = [found.text, ...(stems.get(found.text) ?? [])];
  return [word.text, ...(stems.get(word.text) ?? [])].some((form) => forms.includes(form));
}
