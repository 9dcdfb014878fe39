import type { Entity } from './entity.js';
import type { Page, PageRequest, Rendered } from './page.js';
import type { Nesting } from './nesting.js';

/** Entities of one kind that the caller of the open scope may read; `Filters` are those of their list. */
export abstract class Records<E extends Entity, Filters extends object = object> {
  /** Throws not_found when there is none. */
  abstract one(id: string): Promise<E>;

  abstract find(id: string): Promise<E | undefined>;

  /** Like `find`, with a shared lock that prevents changes and deletion until the open transaction ends. */
  abstract lockShared(id: string): Promise<E | undefined>;

  /** The ids (in lower case) of records that the caller sees; one query. */
  abstract present(ids: readonly string[]): Promise<Set<string>>;

  abstract read(id: string): Promise<Rendered<E>>;

  /** Ordered by `(created_at, id)` descending. */
  abstract page(request: PageRequest & Filters): Promise<Page<E>>;

  /** Only these columns, newest first: cheaper than whole entities. With a search (`q`), all records are read. */
  abstract pick<K extends keyof E>(fields: readonly K[], filters: Filters, max: number): Promise<Pick<E, K>[]>;

  /** How many records each of the filters finds, counted up to `max`; one query. */
  abstract countEach<Name extends string>(filters: Record<Name, Filters>, max: number): Promise<Record<Name, number>>;
}

export abstract class Store<E extends Entity, Filters extends object = object> extends Records<E, Filters> {
  /** Stores the entity and its events in one transaction. */
  abstract add(entity: E): Promise<E>;

  /** Locks the entity, applies the synchronous rule and stores the result with its events, unless the rule throws. */
  abstract change(id: string, rule: (entity: E) => void): Promise<E>;

  /** Like `change`; does nothing and returns undefined when there is none or another transaction holds its lock. */
  abstract changeIfUnlocked(id: string, rule: (entity: E) => void): Promise<E | undefined>;

  /** Locks, changes and stores every match, including deleted records. */
  abstract changeEach(filters: Filters, rule: (entity: E) => void): Promise<void>;

  /** Stores the changes and events of locked entities. */
  abstract saveAll(entities: readonly E[]): Promise<void>;

  /** The tenant's number of entities, locked against other counts until the transaction ends. */
  abstract lockCount(): Promise<number>;

  /** Deletes the row; `rule` records the event and may refuse. */
  abstract remove(id: string, rule: (entity: E) => void): Promise<void>;

  /** Like `one`, with an exclusive lock until the open transaction ends. */
  abstract lock(id: string): Promise<E>;

  /** Like `lock`, for deleted records too. */
  abstract lockOrDeleted(id: string): Promise<E>;
}

/** Entities nested within others of their kind by `parentId`. */
export abstract class Tree<E extends Entity, Filters extends object = object> extends Store<E, Filters> {
  /** Serializes moves, so that two of them cannot form a cycle. */
  abstract lockTree(): Promise<void>;

  /** The depth below that parent. Deleted and hidden ancestors count, since they may be restored. */
  abstract nesting(parentId: string, id?: string): Promise<Nesting>;
}

/** Entities that each belong to one of another kind, such as the comments of tasks. */
export abstract class Parts<E extends Entity, Filters extends object = object> extends Store<E, Filters> {
  abstract pageOf(aggregateId: string, request: PageRequest & Filters): Promise<Page<E>>;

  /** Renders the view of the part; not_found when the aggregate has no such part. */
  abstract readOf(aggregateId: string, id: string): Promise<Rendered<E>>;
}

/** Parts that are loaded, changed and stored with their aggregate; on their own they are only shown and referred to. */
export abstract class PartsOfAggregate<E extends Entity, Filters extends object = object> extends Records<E, Filters> {
  abstract pageOf(aggregateId: string, request: PageRequest): Promise<Page<E>>;
  abstract readOf(aggregateId: string, id: string): Promise<Rendered<E>>;
}
