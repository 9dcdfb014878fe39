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
  /** The tenant's default notebook, even if hidden from the caller. */
  abstract default(): Promise<Notebook>;

  /** Locks the given notebook, or the default for null. */
  abstract override lockShared(id: string | null): Promise<Notebook | undefined>;

  /** Also serializes changes of the default. */
  abstract override lockTree(): Promise<void>;

  abstract nextPosition(): Promise<number>;
}

export abstract class NotebookNotes {
  /** Includes notes hidden from the caller. */
  abstract moveAll(from: string, to: string): Promise<void>;
}
