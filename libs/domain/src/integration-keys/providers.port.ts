import type { KeyFault } from './key-verdict.js';

/** A product whose keys can be stored. */
export interface Provider {
  id: string;
  /** Where its API is; null for a kind of product that everybody runs at an address of their own. */
  baseUrl: string | null;
  /** How agents ask its models; absent or null where they cannot. */
  chat?: ProviderChat | null;
}

export interface ProviderChat {
  /** The name under which it takes the limit of tokens. */
  limit: 'max_completion_tokens' | 'max_tokens';
  /** The model for those who name none; null where there is no usual one. */
  defaultModel: string | null;
}

export abstract class Providers {
  abstract find(id: string): Provider | undefined;

  abstract all(): Provider[];

  /** Asks the provider at the address whether it takes the key, by a call that changes nothing; within ten seconds. Null when it does. */
  abstract check(id: string, address: string, key: string): Promise<KeyFault | null>;
}
