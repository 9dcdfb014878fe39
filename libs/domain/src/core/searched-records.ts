import type { Rendered } from './page.js';
import type { Domain } from './vocabulary.js';

export const searchFields = ['identifier', 'title', 'channel', 'tag', 'description', 'body'] as const;
export type SearchField = (typeof searchFields)[number];

/** One text of a record. */
export interface SearchText {
  field: SearchField;
  text: string;
}

/** A type of records that the search covers. */
export interface SearchedType {
  name: string;
  /** Readers of this domain find such records. */
  domain: Domain;
  isInProjects: boolean;
  isInNotebooks: boolean;
}

export interface SearchedRecord {
  id: string;
  updatedAt: Date;
  isClosed: boolean;
  texts: readonly SearchText[];
}

export interface ShownRecord extends SearchedRecord {
  record: Rendered;
  /** Below `/api/v1`. */
  path: string;
}

export interface Within {
  projectId?: string | undefined;
  notebookId?: string | undefined;
}

/** Texts and views of records of any type that features declare as searchable, as the caller of the scope sees them. */
export abstract class SearchedRecords {
  abstract readonly types: readonly SearchedType[];

  /** Types of records whose events concern a searched record, with the field of their JSON that names it. */
  abstract readonly parts: Readonly<Record<string, { of: string; field: string }>>;

  /** Types of records that many searched ones show the name of, with the field of the name. */
  abstract readonly names: Readonly<Record<string, { in: string; field: string }>>;

  abstract texts(type: string, ids: readonly string[]): Promise<SearchedRecord[]>;

  /** By id. */
  abstract textsAfter(type: string, id: string, max: number): Promise<SearchedRecord[]>;

  /** The ids that the caller may see, limited to a project or notebook and what belongs to it if one is given. */
  abstract seen(type: string, ids: readonly string[], within: Within): Promise<ReadonlySet<string>>;

  abstract shown(type: string, ids: readonly string[]): Promise<ShownRecord[]>;
}
