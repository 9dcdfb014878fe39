import { Database } from '../postgres/database.js';

/** What a store extends that needs nothing but the database: its base class, already told which table and view it works with. */
export function keeping<Store extends object, Shape extends unknown[]>(
  base: abstract new (database: Database, ...shape: Shape) => Store,
  ...shape: Shape
): KeepingClass<Store> {
  abstract class Keeping extends (base as abstract new (database: Database, ...shape: Shape) => object) {
    constructor(database: Database) {
      super(database, ...shape);
    }
  }
  return Object.assign(Keeping, { needs: [Database] as const }) as KeepingClass<Store>;
}

/** What `keeping` makes. */
type KeepingClass<Store> = { readonly needs: readonly [typeof Database] } & (abstract new (
  database: Database,
) => Store);
