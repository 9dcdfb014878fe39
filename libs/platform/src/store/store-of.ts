import { Database } from '../postgres/database.js';

/** What a store extends that needs nothing but the database: its base class, already told which table and view it works with. */
export function storeOf<Store extends object, Shape extends unknown[]>(
  base: abstract new (database: Database, ...shape: Shape) => Store,
  ...shape: Shape
): StoreOfClass<Store> {
  abstract class StoreOf extends (base as abstract new (database: Database, ...shape: Shape) => object) {
    constructor(database: Database) {
      super(database, ...shape);
    }
  }
  return Object.assign(StoreOf, { needs: [Database] as const }) as StoreOfClass<Store>;
}

/** What `storeOf` makes. */
type StoreOfClass<Store> = { readonly needs: readonly [typeof Database] } & (abstract new (
  database: Database,
) => Store);
