import { Tree } from '../core/store.js';
import type { Notebook } from './notebook.js';

export interface NotebookFilters {
  parentId?: string;
  q?: string;
}

export abstract class Notebooks extends Tree<Notebook, NotebookFilters> {
  /** The tenant's default notebook, whether or not the caller's access policies show it. */
  abstract default(): Promise<Notebook>;

  /** The notebook a note goes into: the given one or the default; undefined when the caller sees no such. Nobody deletes it before the transaction ends. */
  abstract override hold(id: string | null): Promise<Notebook | undefined>;

  /** Locks the default too. */
  abstract override lockTree(): Promise<void>;

  /** Applies the rule to each notebook that the filters pick, deleted ones too, and stores what becomes of it. */
  abstract changeEach(filters: NotebookFilters, rule: (notebook: Notebook) => void): Promise<void>;

  /** The next free position among the tenant's notebooks. */
  abstract nextPosition(): Promise<number>;
}
