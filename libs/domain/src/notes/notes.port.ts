import type { LinkableType } from '../core/entities.js';
import type { List } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Note } from './note.js';

export interface NoteFilters {
  notebookId?: string;
  tag?: string;
  isArchived?: boolean;
  isPinned?: boolean;
  q?: string;
}

export abstract class Notes extends Store<Note, NoteFilters> {
  /** The notes that refer to the record under any of its names or that a task link ties to it, the latest update first; from a list's cursor on, if given. */
  abstract backlinks(type: LinkableType, id: string, cursor?: string): Promise<List<Note>>;

  /** `Note.moveTo` for every note of one notebook. */
  abstract moveAll(fromId: string, toId: string): Promise<void>;
}
