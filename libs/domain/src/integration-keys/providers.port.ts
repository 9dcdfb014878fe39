import type { KeyFault } from './key-verdict.js';

/** A product whose keys can be stored. */
export interface Provider {
  id: string;
  /** Where its API is; null for a kind of product that everybody runs at an address of their own. */
  baseUrl: string | null;
}

export abstract class Providers {
  abstract find(id: string): Provider | undefined;

  /** Asks the provider at the address whether it takes the key, by a call that changes nothing; within ten seconds. Null when it does. */
  abstract check(id: string, address: string, key: string): Promise<KeyFault | null>;
}
