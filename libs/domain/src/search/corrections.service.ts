import { uses } from '../core/use-case.js';
import type { Stems } from './search-document.js';
import { SearchMatches } from './search-matches.port.js';
import { SearchQuery, type Term } from './search-query.js';
import { mayMean } from './spelling.js';
import { VisibleMatches, type Wanted } from './visible-matches.service.js';

const maxWords = 5;
const maxTried = 5;

/** Corrects misspelt words by words of records that the caller may see. */
export class Corrections extends uses({ matches: SearchMatches, visible: VisibleMatches }) {
  /** The query as it may be meant; undefined if no word of it can be corrected. */
  async of(query: SearchQuery, stems: Stems, wanted: Wanted): Promise<SearchQuery | undefined> {
    const meant = new Map<Term, string>();
    for (const term of query.correctable.slice(0, maxWords)) {
      if (await this.finds(wordOf(term), stems, wanted)) continue;
      const other = await this.meant(term, wanted);
      if (other) meant.set(term, other);
    }
    return meant.size ? query.with(meant) : undefined;
  }

  private async meant(term: Term, wanted: Wanted): Promise<string | undefined> {
    const word = wordOf(term);
    const similar = (await this.matches.similar(word)).filter((other) => other !== word && mayMean(word, other));
    for (const other of similar.slice(0, maxTried)) if (await this.finds(other, new Map(), wanted)) return other;
    return undefined;
  }

  private async finds(word: string, stems: Stems, wanted: Wanted): Promise<boolean> {
    const found = await this.visible.find(new SearchQuery(word), stems, { ...wanted, after: undefined, size: 1 });
    return found.length > 0;
  }
}

const wordOf = ({ words }: Term): string => words[0]!.text;
