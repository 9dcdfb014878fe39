import type { Entity } from './entity.js';
import type { Page, PageRequest, Rendered } from './page.js';
import { Store } from './store.js';

/** The collection of entities that each belong to one of another kind, such as the comments of tasks. */
export abstract class Parts<E extends Entity, Filters extends object = object> extends Store<E, Filters> {
  /** A page of what belongs to the whole, in the order that is usual for it. */
  abstract pageOf(wholeId: string, request: PageRequest & Filters): Promise<Page<E>>;

  /** The part of that whole as its view shows it; not_found when there is none, or it is another one's. */
  abstract readOf(wholeId: string, id: string): Promise<Rendered<E>>;
}
