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

  /** Waits until nobody else changes which notebook is the default or below another, and keeps it so until the transaction ends. */
  abstract arrange(): Promise<void>;

  /** Ids from the notebook's parent up to the root. */
  abstract ancestors(id: string): Promise<string[]>;

  /** Levels below the notebook: 0 without children. */
  abstract heightOf(id: string): Promise<number>;

  /** Ids of the notebooks directly below. */
  abstract children(id: string): Promise<string[]>;

  /** The next free position among the tenant's notebooks, in steps of 1,024. */
  abstract nextPosition(): Promise<number>;
}
