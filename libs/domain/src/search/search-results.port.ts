import type { Page, Rendered } from '../core/page.js';
import type { SearchText } from '../core/searched-records.js';
import type { Snippet } from './snippet.js';

/** What the caller sees of a record that a query finds. */
export interface SearchResult {
  type: string;
  id: string;
  title: string;
  identifier: string | null;
  /** Below `/api/v1`. */
  path: string;
  /** The kinds of text with a word of the query. */
  matched: string[];
  snippet: Snippet;
  corrected: { from: string; to: string } | null;
  updatedAt: Date;
  record: Rendered;
}

export interface Continuation {
  nextCursor: string | null;
  isTruncated: boolean;
  indexedThrough: number;
}

export abstract class SearchResults {
  abstract page(results: readonly SearchResult[], continuation: Continuation): Page<SearchResult>;
}

/** The name on the wire of a kind of text. */
export const matchedAs = (field: SearchText['field']): string => (field === 'description' ? 'body' : field);
