import { Extension } from '@tandem/domain/core/extensions';
import type { KeyFault } from '@tandem/domain/integration-keys/key-verdict';
import type { ProviderChat } from '@tandem/domain/integration-keys/providers.port';

/** How a provider is asked over HTTP whether it takes a key. */
export interface ProviderRow {
  /** What people call it. */
  title: string;
  /** Null for a kind of product that everybody runs at an address of their own. */
  baseUrl: string | null;
  /** Method and path of a cheap call that changes nothing and that any useful key may make. */
  check: `${'GET' | 'POST'} /${string}`;
  body?: object;
  /** `{key}` stands for the key. */
  headers: Record<string, string>;
  /** Statuses that mean something else here than they do elsewhere. */
  statuses?: Record<number, KeyFaultMeant>;
  /** Where in a JSON answer an error has its name, and what the names mean; a name goes before the status. */
  names?: { at: string; mean: Record<string, KeyFaultMeant> };
  /** How its models are asked, in the form of OpenAI's chat completions. Absent where agents cannot. */
  chat?: ProviderChat;
}

/** What a provider's refusal of a key can mean. The other faults are found without its answer. */
export type KeyFaultMeant = Exclude<KeyFault, 'not_configured' | 'unknown_provider' | 'timeout'>;

/** A product whose keys can be stored; `id` stands in paths. */
export class KeyProvider extends Extension {
  constructor(
    readonly id: string,
    readonly row: ProviderRow,
  ) {
    super();
  }
}
