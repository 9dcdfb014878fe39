import type { KeyFault } from './key-verdict.js';

export interface Provider {
  id: string;
  /** Default base URL; null for a self-hosted product. */
  baseUrl: string | null;
  /** Settings of its models for agents, if supported. */
  chat?: ProviderChat | null;
}

export interface ProviderChat {
  /** The provider's name for the token limit. */
  limit: 'max_completion_tokens' | 'max_tokens';
  /** Default model; null if there is none. */
  defaultModel: string | null;
}

export abstract class Providers {
  abstract find(id: string): Provider | undefined;

  abstract all(): Provider[];

  /** Checks the key by a read-only call with a timeout of ten seconds; null when it is valid. */
  abstract check(id: string, address: string, key: string): Promise<KeyFault | null>;
}
