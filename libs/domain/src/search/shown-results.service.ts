import { SearchedRecords, type ShownRecord } from '../core/searched-records.js';
import { uses } from '../core/use-case.js';
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
      const matched = texts.filter((one) => one.matches(query, stems).length > 0).map(({ field }) => matchedAs(field));
      return {
        type,
        id,
        title: textOf('title') ?? '',
        identifier: textOf('identifier') ?? null,
        path,
        matched: [...new Set(matched)],
        snippet: snippetOf(texts, query, stems),
        corrected,
        updatedAt,
        record,
      };
    });
  }

  /** One round trip for all types; in the order of the candidates. */
  private async read(candidates: readonly Candidate[]): Promise<Read[]> {
    const types = [...new Set(candidates.map(({ type }) => type))];
    const ids = (name: string) => candidates.flatMap(({ type, id }) => (type === name ? [id] : []));
    const found = await Promise.all(types.map((type) => this.records.shown(type, ids(type))));
    const byId = new Map(found.flatMap((shown, index) => shown.map((one) => [`${types[index]} ${one.id}`, one])));
    return candidates.flatMap(({ type, id }) => {
      const shown = byId.get(`${type} ${id}`);
      return shown ? [{ type, shown, texts: shown.texts.map((text) => new ReadText(text)) }] : [];
    });
  }
}
