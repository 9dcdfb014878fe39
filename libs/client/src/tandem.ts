import { follow, type Position, type TandemEvent } from './events.js';
import { type Client, createClient, createConfig } from './generated/client/index.js';
import { Events, type Options, Tandem as Operations } from './generated/sdk.gen.js';
import type { EventsStreamData } from './generated/types.gen.js';
import { type Retries, retryingFetch } from './retrying-fetch.js';

export type { Position, TandemEvent };
export { type Extent, type Page, pages } from './pages.js';
export { type ProblemCode, type RateLimit, TandemConnectionError, TandemError, TandemProblem } from './problem.js';
export { retryingFetch, type Retries };

declare module './generated/core/types.gen.js' {
  // Options of each call.
  interface Config extends Retries {}
}

export interface TandemOptions extends Retries {
  /** An API key of a tenant, or another token that the API takes. */
  apiKey?: string | undefined;
  /** Where the server is, without `/api/v1`: `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** In place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

export interface EventsOfTandem extends Omit<Events, 'stream'> {
  /** Events as they happen, each once and in order, across broken connections and restarts of the server. */
  stream(
    options?: Options<EventsStreamData, true, string>,
    position?: Position,
  ): AsyncGenerator<TandemEvent, void, undefined>;
}

const Generated = Operations as unknown as new (args: { client: Client }) => Omit<Operations, 'events'>;

/**
 * The operations of one Tandem server, as in `await tandem.tasks.create({ body })`. A call resolves to the record
 * itself, and throws a `TandemProblem`, or a `TandemConnectionError` if there was no response.
 */
export class Tandem extends Generated {
  declare readonly events: EventsOfTandem;

  constructor({ apiKey, baseUrl, fetch = globalThis.fetch, ...retries }: TandemOptions) {
    // A header would refuse it too, in an error that shows it.
    if (/[^\x21-\x7e]/.test(apiKey ?? '')) throw new TypeError('apiKey contains a character that no key contains');
    const url = new URL(baseUrl).href.replace(/\/+$/, '');
    const client = createClient(createConfig({ ...retries, baseUrl: url, throwOnError: true }));
    const sending = new WeakMap<Request, Retries & { isRepeatable: boolean }>();
    client.setConfig({
      auth: () => apiKey,
      fetch: (request) => retryingFetch(request as Request, fetch, sending.get(request as Request)!),
    });
    client.interceptors.request.use((request, { maxRetries, timeoutMs, body, path = {} }) => {
      if (Object.values(path).some((part) => /^\.{0,2}$/.test(String(part))))
        throw new TypeError('a parameter of the path is empty, . or ..: the request would go elsewhere');
      const { method, headers } = request;
      if (/^(POST|PATCH)$/.test(method) && !headers.has('Idempotency-Key'))
        headers.set('Idempotency-Key', crypto.randomUUID());
      sending.set(request, { maxRetries, timeoutMs, isRepeatable: !(body instanceof ReadableStream) });
      return request;
    });
    super({ client });
    const events = new Events({ client });
    const stream = (...given: Parameters<EventsOfTandem['stream']>) => follow(events, ...given);
    Object.defineProperty(this, 'events', { value: Object.assign(new Events({ client }), { stream }) });
  }
}
