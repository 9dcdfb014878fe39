import type { OfTenant } from '../core/scope.js';

/** How far the records of a tenant have been indexed, type by type. */
export interface Progress {
  /** The types that are complete. */
  indexed: readonly string[];
  currentType: string | null;
  afterId: string | null;
  startedAt: Date;
}

/** What is left to index, apart from what events concern. */
export abstract class SearchProgress {
  /** That of the tenant of the scope, locked; from the beginning if the languages of its settings have changed. */
  abstract lock(): Promise<Progress>;

  abstract save(progress: Progress): Promise<void>;

  /** Makes the type be indexed again. */
  abstract repeat(type: string): Promise<void>;

  /** Makes everything be indexed again. */
  abstract repeatAll(): Promise<void>;

  /** All tenants. */
  abstract tenantsAcrossTenants(): Promise<OfTenant[]>;

  /** Tenants some of whose types have not been indexed, or not for the languages of their settings. */
  abstract incompleteAcrossTenants(types: readonly string[], max: number): Promise<OfTenant[]>;
}
