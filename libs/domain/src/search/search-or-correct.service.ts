import { uses } from '../core/use-case.js';
import { Corrections } from './corrections.service.js';
import type { Stems } from './search-document.js';
import { type Candidate, SearchMatches } from './search-matches.port.js';
import { SearchQuery } from './search-query.js';
import type { SearchResult } from './search-results.port.js';
import { VisibleMatches, type Wanted } from './visible-matches.service.js';

export interface Found {
  candidates: readonly Candidate[];
  query: SearchQuery;
  corrected: SearchResult['corrected'];
}

interface WantedIn extends Wanted {
  languages: readonly string[];
}

/** Finds what a query means, or else what it may have meant. */
export class SearchOrCorrect extends uses({
  matches: SearchMatches,
  visible: VisibleMatches,
  corrections: Corrections,
}) {
  /** `meant` is the query that the first page used in place of a misspelt one. */
  async find(given: SearchQuery, meant: string | null, { languages, ...wanted }: WantedIn): Promise<Found> {
    const query = meant === null ? given : new SearchQuery(meant);
    const stems = await this.matches.stems(query.words, languages);
    const candidates = await this.visible.find(query, stems, wanted);
    if (meant !== null) return { candidates, query, corrected: { from: given.text, to: meant } };
    if (candidates.length || wanted.after) return { candidates, query, corrected: null };
    return (await this.corrected(query, stems, { languages, ...wanted })) ?? { candidates, query, corrected: null };
  }

  private async corrected(given: SearchQuery, stems: Stems, wanted: WantedIn): Promise<Found | undefined> {
    const query = await this.corrections.of(given, stems, wanted);
    if (!query) return undefined;
    const candidates = await this.visible.find(query, await this.matches.stems(query.words, wanted.languages), wanted);
    return candidates.length ? { candidates, query, corrected: { from: given.text, to: query.text } } : undefined;
  }
}
