import type { Entity } from './entity.js';
import type { Page, PageRequest, Rendered } from './page.js';
import type { Nesting } from './nesting.js';

/** Entities of one kind, as the tenant and caller of the open scope may read them; `Filters` are those of their list. */
export abstract class Records<E extends Entity, Filters extends object = object> {
  /** The entity for a use case to read; not_found when there is none. */
  abstract one(id: string): Promise<E>;

  abstract find(id: string): Promise<E | undefined>;

  /** Like `find`, and nobody changes or deletes the entity until the open transaction ends; others may lock it so too. */
  abstract lockShared(id: string): Promise<E | undefined>;

  /** Which of these ids (in lower case) exist for the caller; one query. */
  abstract present(ids: readonly string[]): Promise<Set<string>>;

  /** The entity as its view shows it. */
  abstract read(id: string): Promise<Rendered<E>>;

  /** A page by `(created_at, id)` descending, narrowed by the filters. */
  abstract page(request: PageRequest & Filters): Promise<Page<E>>;

  /**
   * These fields alone, each a column or the list of parts, of at most `most` records, the newest first: for work that needs no
   * whole entities. The filters are those of the list; a search (`q`) among them reads all records, without the bounds of a page.
   */
  abstract pick<K extends keyof E>(fields: readonly K[], filters: Filters, max: number): Promise<Pick<E, K>[]>;
}

/** The collection of one kind of entity. */
export abstract class Store<E extends Entity, Filters extends object = object> extends Records<E, Filters> {
  /** Stores a new entity and what it recorded, in one transaction. */
  abstract add(entity: E): Promise<E>;

  /** Loads and locks the entity, applies the synchronous rule, stores result and events; nothing when the rule throws. */
  abstract change(id: string, rule: (entity: E) => void): Promise<E>;

  /** Like `change`; undefined, and nothing done, where there is none or another transaction has it locked. */
  abstract changeIfUnlocked(id: string, rule: (entity: E) => void): Promise<E | undefined>;

  /**
   * Applies the rule to each that the filters pick, deleted ones too, and stores what becomes of it. Nobody else changes any of them
   * until the transaction ends.
   */
  abstract changeEach(filters: Filters, rule: (entity: E) => void): Promise<void>;

  /** Stores what was changed of locked entities, with what they recorded. */
  abstract saveAll(entities: readonly E[]): Promise<void>;

  /** How many the tenant has; nobody else counts them before the transaction ends. */
  abstract lockCount(): Promise<number>;

  /** Deletes the row; `rule` may refuse, and records the event. */
  abstract remove(id: string, rule: (entity: E) => void): Promise<void>;

  /** Like `one`, and nobody else changes or locks the entity until the open transaction ends. */
  abstract lock(id: string): Promise<E>;
}

/** The collection of entities that may stand below others of their kind, by `parentId`. */
export abstract class Tree<E extends Entity, Filters extends object = object> extends Store<E, Filters> {
  /** Lets one transaction at a time move them below others, so that two moves make no cycle. */
  abstract lockTree(): Promise<void>;

  /** How deep one below that parent would be. Deleted and hidden ones above count, since they may come back. */
  abstract nesting(parentId: string, id?: string): Promise<Nesting>;
}

/** The collection of entities that each belong to one of another kind, such as the comments of tasks. */
export abstract class Parts<E extends Entity, Filters extends object = object> extends Store<E, Filters> {
  /** A page of what belongs to the whole, in the order that is usual for it. */
  abstract pageOf(wholeId: string, request: PageRequest & Filters): Promise<Page<E>>;

  /** The part of that whole as its view shows it; not_found when there is none, or it belongs to another whole. */
  abstract readOf(wholeId: string, id: string): Promise<Rendered<E>>;
}

/** Parts that are loaded, changed and stored with their whole: by themselves they are only shown and referred to. */
export abstract class PartsOfAggregate<E extends Entity> extends Records<E> {
  abstract pageOf(wholeId: string, request: PageRequest): Promise<Page<E>>;
  abstract readOf(wholeId: string, id: string): Promise<Rendered<E>>;
}
