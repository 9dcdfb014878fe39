import { Database } from '../postgres/database.js';

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

type StoreOfClass<Store> = { readonly needs: readonly [typeof Database] } & (abstract new (
  database: Database,
) => Store);
