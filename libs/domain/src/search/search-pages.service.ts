import type { Page } from '../core/page.js';
import { uses } from '../core/use-case.js';
import { Tenants } from '../tenants/tenants.port.js';
import { type Candidate, SearchMatches } from './search-matches.port.js';
import { SearchOrCorrect } from './search-or-correct.service.js';
import type { SearchQuery } from './search-query.js';
import { type SearchResult, SearchResults } from './search-results.port.js';
import { ShownResults } from './shown-results.service.js';

export interface SearchFilters {
  types?: readonly string[];
  projectId?: string;
  notebookId?: string;
  includeClosed?: boolean;
}

interface PageAsked {
  limit: number;
  cursor?: string | undefined;
  filters: SearchFilters;
  /** Those of the filters that the caller may read. */
  types: readonly string[];
}

/** Where a page ended. */
interface Position {
  shown: number;
  after: Candidate | undefined;
  meant: string | null;
}

const maxResults = 200;

/** The results of a query, page by page, up to 200. */
export class SearchPages extends uses({
  tenants: Tenants,
  matches: SearchMatches,
  search: SearchOrCorrect,
  shown: ShownResults,
  results: SearchResults,
}) {
  async page(query: SearchQuery, asked: PageAsked): Promise<Page<SearchResult>> {
    const list = JSON.stringify(['search', query.text, asked.filters]);
    const start = this.startOf(asked.cursor, list);
    const size = Math.min(asked.limit, maxResults - start.shown);
    const [tenant, indexedThrough] = await Promise.all([this.tenants.current(), this.matches.indexedThrough()]);
    const languages = tenant.searchLanguages;
    const wanted = { ...wantedOf(asked), languages, after: start.after, size: size + 1 };
    const found = await this.search.find(query, start.meant, wanted);
    const page = found.candidates.slice(0, size);
    const results = await this.shown.of(page, { ...found, languages });
    const hasMore = found.candidates.length > size;
    const end: Position = { shown: start.shown + page.length, after: page.at(-1), meant: found.corrected?.to ?? null };
    const isTruncated = hasMore && end.shown >= maxResults;
    const nextCursor = hasMore && !isTruncated ? this.matches.encode(end, list) : null;
    return this.results.page(results, { nextCursor, isTruncated, indexedThrough });
  }

  private startOf(cursor: string | undefined, list: string): Position {
    if (cursor === undefined) return { shown: 0, after: undefined, meant: null };
    return this.matches.decode(cursor, list) as Position;
  }
}

const wantedOf = ({ types, filters: { projectId, notebookId, includeClosed = true } }: PageAsked) => ({
  types,
  withClosed: includeClosed,
  within: { projectId, notebookId },
});
