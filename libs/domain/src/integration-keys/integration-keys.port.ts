import type { Rendered } from '../core/page.js';
import { Store } from '../core/store.js';
import type { IntegrationKey } from './integration-key.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    integration_keys: true;
  }
}

export abstract class IntegrationKeys extends Store<IntegrationKey> {
  /** The key of the provider: there is one at most. */
  abstract findOf(provider: string): Promise<IntegrationKey | undefined>;

  /** The same, and nobody else stores a key of the provider until the transaction ends. */
  abstract lockOf(provider: string): Promise<IntegrationKey | undefined>;

  /** The key as its view shows it; not_found when there is none. */
  abstract readOf(provider: string): Promise<Rendered<IntegrationKey>>;
}
