import { SearchedRecords, type ShownRecord } from '../core/searched-records.js';
import { uses } from '../core/use-case.js';
import { byType } from './by-type.js';
import { ReadText } from './matches.js';
import { SearchMatches, type Candidate } from './search-matches.port.js';
import type { SearchQuery } from './search-query.js';
import { matchedAs, type SearchResult } from './search-results.port.js';
import { snippetOf } from './snippet.js';

export interface Asked {
  query: SearchQuery;
  languages: readonly string[];
  corrected: SearchResult['corrected'];
}

interface Read {
  type: string;
  shown: ShownRecord;
  texts: readonly ReadText[];
}

/** Shows candidates with the passages that match; one that disappears meanwhile is left out. */
export class ShownResults extends uses({ records: SearchedRecords, matches: SearchMatches }) {
  async of(candidates: readonly Candidate[], asked: Asked): Promise<SearchResult[]> {
    const read = await this.read(candidates);
    const { query, languages, corrected } = asked;
    const words = new Set([...query.words, ...read.flatMap(({ texts }) => texts.flatMap((one) => one.akinTo(query)))]);
    const stems = await this.matches.stems(words, languages);
    return read.map(({ type, shown: { id, updatedAt, record, path }, texts }) => {
      const textOf = (field: string) => texts.find((one) => one.field === field)?.text;
      const found = texts.map((one) => ({ field: one.field, text: one.text, matches: one.matches(query, stems) }));
      const matched = found.filter(({ matches }) => matches.length > 0).map(({ field }) => matchedAs(field));
      return {
        type,
        id,
        title: textOf('title') ?? '',
        identifier: textOf('identifier') ?? null,
        path,
        matched: [...new Set(matched)],
        snippet: snippetOf(found),
        corrected,
        updatedAt,
        record,
      };
    });
  }

  /** In the order of the candidates. */
  private async read(candidates: readonly Candidate[]): Promise<Read[]> {
    const found = await byType(
      candidates,
      async (type, ids) => new Map((await this.records.shown(type, ids)).map((one) => [one.id, one])),
    );
    return candidates.flatMap(({ type, id }) => {
      const shown = found.get(type)!.get(id);
      return shown ? [{ type, shown, texts: shown.texts.map((text) => new ReadText(text)) }] : [];
    });
  }
}
