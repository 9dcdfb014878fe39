import { beforeAll } from '@jest/globals';
import { features as allFeatures } from '@tandem/adapters/features';
import type { Container } from '@tandem/platform/feature/container';
import type { Class, Feature } from '@tandem/platform/feature/feature';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import { asTenant } from './as-tenant.js';
import { OtherSession } from './other-session.js';
import { asOwner } from './temporary-postgres.js';
import { useTwoTenants } from './two-tenants.js';

/** A store's class with the needs of its constructor. */
export interface StoreClass<S> {
  readonly name: string;
  readonly needs: readonly Class[];
  new (...needs: never[]): S;
}

/** A store in a separate database, as used by two tenants. */
export interface Fixture<S> {
  /** Runs work with the store as a member of a tenant. */
  ours<T>(work: (store: S) => T): T;
  /** Runs work as a member of another tenant. */
  theirs<T>(work: (store: S) => T): T;
  get: Container['get'];
  /** Runs a statement as the owner, outside row-level security. */
  query<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
  /** Holds locks while the store works; the caller closes it. */
  openSession(): OtherSession;
}

/** Opens a store for the tests of one `describe`; `features` if a team's own are needed. */
export function useStore<S>(Store: StoreClass<S>, features: readonly Feature[] = allFeatures): Fixture<S> {
  const world = useTwoTenants(features);
  const vocabulary = vocabularyOf(features);
  let store: S;
  beforeAll(() => {
    store = new Store(...(Store.needs.map((need) => world.get(need)) as never[]));
  });
  return {
    ours: (work) => vocabulary.within(() => asTenant(world.ours.tenantId, () => work(store))),
    theirs: (work) => vocabulary.within(() => asTenant(world.theirs.tenantId, () => work(store))),
    get: (token) => world.get(token),
    query: (text, values) => asOwner(world.databaseUrl, text, values),
    openSession: () => new OtherSession(() => world.databaseUrl),
  };
}
