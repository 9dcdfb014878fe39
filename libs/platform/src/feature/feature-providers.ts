/** What a provider's refusal of a key can mean. */
export type KeyFaultMeant = 'auth_failed' | 'insufficient_scope' | 'rate_limited' | 'provider_unreachable';

type Meanings = Record<string, KeyFaultMeant>;

/** How the models of a provider are asked, in the form of OpenAI's chat completions. */
export interface ChatRow {
  /** Under which name the limit of tokens is sent. */
  limit: 'max_completion_tokens' | 'max_tokens';
  /** The model for those who name none; null where there is no usual one. */
  defaultModel: string | null;
}

/** A product whose keys can be stored, and how it is asked over HTTP whether it takes one. */
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
  names?: { at: string; mean: Meanings };
  /** Absent where agents cannot ask its models. */
  chat?: ChatRow;
}

/** The providers that features bring along, by their ids. */
export class FeatureProviders {
  constructor(private readonly rows: Readonly<Record<string, ProviderRow>>) {}

  get ids(): string[] {
    return Object.keys(this.rows);
  }

  find(id: string): ProviderRow | undefined {
    return Object.hasOwn(this.rows, id) ? this.rows[id] : undefined;
  }
}
