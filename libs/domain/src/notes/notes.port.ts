import type { LinkableType } from '../core/vocabulary.js';
import type { List } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Note } from './note.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    notes: true;
  }
  interface Linkables {
    note: true;
  }
}

export interface NoteFilters {
  notebookId?: string;
  tag?: string;
  isArchived?: boolean;
  isPinned?: boolean;
  updatedAfter?: Date;
  q?: string;
}

export abstract class Notes extends Store<Note, NoteFilters> {
  /** The notes that refer to the record by any of its names or, for a task, are linked to it; the latest update first, from the cursor on. */
  abstract backlinks(type: LinkableType, id: string, cursor?: string): Promise<List<Note>>;

  /** Titles of the notes that were changed last. */
  abstract titles(max: number): Promise<{ id: string; title: string }[]>;
}
