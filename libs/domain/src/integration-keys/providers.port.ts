import type { KeyFault } from './key-verdict.js';

export interface Provider {
  id: string;
  baseUrl: string | null;
  chat?: ProviderChat | null;
}

export interface ProviderChat {
  limit: 'max_completion_tokens' | 'max_tokens';
  defaultModel: string | null;
}

export abstract class Providers {
  abstract find(id: string): Provider | undefined;

  abstract all(): Provider[];

  /** Checks the key by a read-only call with a timeout of ten seconds; null when it is valid. */
  abstract check(id: string, address: string, key: string): Promise<KeyFault | null>;
}
