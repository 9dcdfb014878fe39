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
  /** Notes that refer to the record by any of its names or, for a task, are linked to it; latest update first. */
  abstract backlinks(type: LinkableType, id: string, cursor?: string): Promise<List<Note>>;

  abstract titles(max: number): Promise<{ id: string; title: string }[]>;
}
