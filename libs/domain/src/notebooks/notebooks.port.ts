import type { Nesting } from '../core/placement.js';
import { Store } from '../core/store.js';
import type { Notebook } from './notebook.js';

export interface NotebookFilters {
  parentId?: string;
  q?: string;
}

export abstract class Notebooks extends Store<Notebook, NotebookFilters> {
  /** The tenant's default notebook, whether or not the caller's access policies show it. */
  abstract default(): Promise<Notebook>;

  /** The notebook a note goes into: the given one or the default; undefined when the caller sees no such. Nobody deletes it before the transaction ends. */
  abstract override hold(id: string | null): Promise<Notebook | undefined>;

  /** Locks the tenant's notebook tree and default until the transaction ends. */
  abstract arrange(): Promise<void>;

  /** How deep a notebook below that parent would be, hidden notebooks included. */
  abstract nesting(parentId: string, id?: string): Promise<Nesting>;

  /** Applies the rule to each notebook that the filters pick, deleted ones too, and stores what becomes of it. */
  abstract changeEach(filters: NotebookFilters, rule: (notebook: Notebook) => void): Promise<void>;

  /** The next free position among the tenant's notebooks. */
  abstract nextPosition(): Promise<number>;
}
