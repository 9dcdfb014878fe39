import type { Page } from '../core/page.js';
import { currentScope } from '../core/scope.js';
import { SearchedRecords } from '../core/searched-records.js';
import { Transaction } from '../core/transaction.js';
import { uses } from '../core/use-case.js';
import { type SearchFilters, SearchPages } from './search-pages.service.js';
import { SearchQuery } from './search-query.js';
import type { SearchResult } from './search-results.port.js';

export interface SearchInput extends SearchFilters {
  q: string;
  limit?: number;
  cursor?: string;
}

const maxLimit = 50;

/** Finds records of all types that the caller may read; types of other domains are left out without a word. */
export class SearchRecords extends uses({ transaction: Transaction, records: SearchedRecords, pages: SearchPages }) {
  run({ q, limit = 20, cursor, ...filters }: SearchInput): Promise<Page<SearchResult>> {
    const query = new SearchQuery(q);
    const types = this.typesFor(filters);
    return this.transaction.run(() =>
      this.pages.page(query, { limit: Math.min(limit, maxLimit), cursor, filters, types }),
    );
  }

  private typesFor({ types, projectId, notebookId }: SearchFilters): string[] {
    const { rights } = currentScope();
    return this.records.types
      .filter(({ name }) => !types || types.includes(name))
      .filter(({ isInProjects }) => !projectId || isInProjects)
      .filter(({ isInNotebooks }) => !notebookId || isInNotebooks)
      .filter(({ domain }) => rights.allows(domain, 'read'))
      .map(({ name }) => name);
  }
}
