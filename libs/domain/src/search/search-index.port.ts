import type { EventRange } from '../core/events/happened.js';
import type { SearchedRecords } from '../core/searched-records.js';
import type { Stems } from './search-document.js';

export interface IndexedDocument {
  id: string;
  title: string;
  /** In the input form of the type tsvector. */
  lexemes: string;
  isClosed: boolean;
  updatedAt: Date;
}

/** A record, or all of a type, that events concern. */
export interface Concerned {
  type: string;
  /** Null for all records of the type. */
  id: string | null;
}

/** The index of texts. It decides nothing about rights: those are asked of the records themselves. */
export abstract class SearchIndex {
  /** One writer of a tenant at a time, until the transaction ends: what it reads afterwards is the latest. */
  abstract lock(): Promise<void>;

  abstract put(type: string, documents: readonly IndexedDocument[]): Promise<void>;

  abstract remove(type: string, ids: readonly string[]): Promise<void>;

  /** The words by which misspelt ones are corrected, of these records as they are indexed; and some others. */
  abstract namesOf(type: string, ids: readonly string[]): Promise<string[]>;

  /** Forgets those of the words that no record has any more. */
  abstract dropNames(words: readonly string[]): Promise<void>;

  abstract putNames(words: readonly string[]): Promise<void>;

  abstract stems(words: Iterable<string>, languages: readonly string[]): Promise<Stems>;

  abstract concerned(range: EventRange, records: SearchedRecords): Promise<Concerned[]>;

  /** Forgets words that no record has had since, but for a day. */
  abstract forgetNames(before: Date): Promise<void>;
}
