import { Extension } from '@tandem/domain/core/extensions';
import type { KeyFault } from '@tandem/domain/integration-keys/key-verdict';
import type { ProviderChat } from '@tandem/domain/integration-keys/providers.port';

export interface ProviderRow {
  title: string;
  baseUrl: string | null;
  /** Method and path of a cheap read-only request that any useful key permits. */
  check: `${'GET' | 'POST'} /${string}`;
  body?: object;
  headers: Record<string, string>;
  statuses?: Record<number, KeyFaultMeant>;
  /** Path of the error's name in a JSON response, and the faults by name; they precede the status. */
  names?: { at: string; mean: Record<string, KeyFaultMeant> };
  /** OpenAI's chat completions; absent if agents cannot use its models. */
  chat?: ProviderChat;
}

export type KeyFaultMeant = Exclude<KeyFault, 'not_configured' | 'unknown_provider' | 'timeout'>;

export class KeyProvider extends Extension {
  constructor(
    readonly id: string,
    readonly row: ProviderRow,
  ) {
    super();
  }
}
