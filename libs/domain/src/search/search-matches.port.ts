import type { Stems } from './search-document.js';
import type { SearchQuery } from './search-query.js';

/** A record that the index holds for a query; the caller may not see it. */
export interface Candidate {
  type: string;
  id: string;
  /** 1: its identifier is the query, 2: its title is, 3: all words are in the title, 4: or tags and description, 5. */
  group: number;
  isClosed: boolean;
  rank: number;
  /** Microseconds of the epoch. */
  updated: number;
}

export interface Candidates {
  /** In order: by group, open before closed, by rank, and the latest first. */
  all: readonly Candidate[];
  /** True if there are more than were looked at. */
  isCut: boolean;
}

export interface SearchedIn {
  types: readonly string[];
  withClosed: boolean;
}

/** What the index holds for a query in the tenant of the scope, whoever may see it. */
export abstract class SearchMatches {
  /** Of the `max` most recently updated matches. */
  abstract find(query: SearchQuery, stems: Stems, where: SearchedIn, max: number): Promise<Candidates>;

  abstract stems(words: Iterable<string>, languages: readonly string[]): Promise<Stems>;

  /** Words of titles, channels and tags that look like this one, the most similar first. */
  abstract similar(word: string): Promise<string[]>;

  /** The index contains all events up to this sequence. */
  abstract indexedThrough(): Promise<number>;

  abstract encode(position: unknown, list: string): string;

  /** Throws for a cursor of another list. */
  abstract decode(cursor: string, list: string): unknown;
}
