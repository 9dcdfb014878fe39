import { Tree } from '../core/store.js';
import type { Notebook } from './notebook.js';

declare module '../core/vocabulary.js' {
  interface Linkables {
    notebook: true;
  }
}

export interface NotebookFilters {
  parentId?: string;
  q?: string;
}

export abstract class Notebooks extends Tree<Notebook, NotebookFilters> {
  /** The tenant's default notebook, whether or not the caller's access policies show it. */
  abstract default(): Promise<Notebook>;

  /** Locks the given notebook, or the default for null. */
  abstract override lockShared(id: string | null): Promise<Notebook | undefined>;

  /** Lets one transaction at a time choose the default, too. */
  abstract override lockTree(): Promise<void>;

  /** The position after all notebooks of the tenant. */
  abstract nextPosition(): Promise<number>;
}

/** What notebooks ask of the notes in them. */
export abstract class NotebookNotes {
  /** Moves all notes, whether or not the caller sees them, from one notebook to another. */
  abstract moveAll(from: string, to: string): Promise<void>;
}
