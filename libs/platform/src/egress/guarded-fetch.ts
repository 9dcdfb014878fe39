import { lookup as systemLookup } from 'node:dns';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, fetch as undiciFetch, type RequestInit as UndiciInit } from 'undici';
import { AddressGuard } from './address-guard.js';
import { Dialer, type Lookup } from './dialer.js';
import { EgressFailure, failureOf } from './egress-failure.js';
import { Exchange, type Limits, type Outcome } from './exchange.js';
import { byteMeter, meteredResponse } from './metered-response.js';
import { openOutlet } from './outlet.js';

export interface EgressSettings {
  allowCidrs: string[];
  proxyUrl?: string | undefined;
}

export interface EgressOptions extends EgressSettings {
  lookup?: Lookup;
}

export interface OutboundRequest extends Partial<Limits> {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

type Fetch = typeof globalThis.fetch;
type FetchInput = Parameters<Fetch>[0];

const userAgent = 'Tandem';
const fetchLimitBytes = 4 * 1024 * 1024;
const lookupLimitMs = 5000;
const timeoutMillis = 120_000;
const maxKnown = 1000;
const defaultLimits: Limits = { connectTimeoutMs: 5000, totalTimeoutMs: 15_000, readLimitBytes: 65_536 };

/** Dials no private address and follows no redirect (specification, section 9); a proxy checks names itself. */
export class Egress {
  readonly settings: EgressSettings;
  private readonly dialer: Dialer;
  private readonly outlet: Dispatcher;
  private readonly patientOutlet: Dispatcher;
  /** Caches permitted URLs, because most are called repeatedly. */
  private readonly known = new Map<string, URL>();

  constructor({ allowCidrs, proxyUrl, lookup = systemLookup }: EgressOptions) {
    this.settings = { allowCidrs, proxyUrl };
    this.dialer = new Dialer(new AddressGuard(allowCidrs), lookup);
    this.outlet = openOutlet(this.dialer, proxyUrl);
    this.patientOutlet = openOutlet(this.dialer, proxyUrl, timeoutMillis);
  }

  /** Never throws for outside errors, only for a malformed method or headers. Bodies are not decompressed. */
  async send(request: OutboundRequest): Promise<Outcome> {
    const url = this.permitted(request.url);
    if (!url) return { kind: 'failure', error: 'blocked_address', durationMs: 0 };
    if (request.signal?.aborted) return { kind: 'failure', error: 'aborted', durationMs: 0 };
    const headers = outboundHeaders(request.headers);
    const exchange = new Exchange({ ...defaultLimits, ...request });
    const { method, body = null } = request;
    const target = { origin: url.origin, path: url.pathname + url.search, method, headers, body };
    this.outlet.dispatch({ ...target, headersTimeout: 0, bodyTimeout: 0 }, exchange);
    return exchange.outcome;
  }

  /** For libraries that take a fetch. Redirects are returned, bodies fail after 4 MiB; `failureOf` names the errors. */
  readonly fetch: Fetch = (input, init) => this.fetchThrough(this.outlet, input, init);

  /** For slow servers: they may be silent for two minutes. */
  readonly patientFetch: Fetch = (input, init) => this.fetchThrough(this.patientOutlet, input, init);

  /** Checks a URL without connecting; the addresses of its name are checked again on every connection. */
  async mayDial(text: string): Promise<'ok' | 'blocked_address' | 'dns_failure' | 'invalid_url'> {
    const url = webUrl(text);
    if (!url) return 'invalid_url';
    if (this.dialer.refusesLiteral(url)) return 'blocked_address';
    if (this.settings.proxyUrl) return 'ok';
    try {
      await withinLimit(this.dialer.resolve(url.hostname));
      return 'ok';
    } catch (error) {
      return failureOf(error) === 'blocked_address' ? 'blocked_address' : 'dns_failure';
    }
  }

  /** Ends every connection at once; requests in flight fail as `aborted`. */
  async close(): Promise<void> {
    await Promise.all([this.outlet.destroy(), this.patientOutlet.destroy()]);
  }

  private async fetchThrough(dispatcher: Dispatcher, input: FetchInput, init?: RequestInit): Promise<Response> {
    const request = typeof input === 'object' && 'url' in input ? input : undefined;
    const url = this.permitted(request ? request.url : (input as string | URL).toString());
    if (!url) throw new TypeError('fetch failed', { cause: new EgressFailure('blocked_address') });
    const headers = outboundHeaders(Object.fromEntries(new Headers(init?.headers ?? request?.headers)));
    const response = await undiciFetch(url, {
      ...(request && { method: request.method, body: request.body, signal: request.signal, duplex: 'half' }),
      ...init,
      headers,
      redirect: 'manual',
      dispatcher,
    } as UndiciInit);
    return meteredResponse(response, byteMeter(fetchLimitBytes));
  }

  private permitted(text: string): URL | undefined {
    const known = this.known.get(text);
    if (known) return known;
    const url = webUrl(text);
    if (!url || this.dialer.refusesLiteral(url)) return undefined;
    if (this.known.size >= maxKnown) this.known.clear();
    this.known.set(text, url);
    return url;
  }
}

function webUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && !url.username && !url.password ? url : undefined;
}

/** undici rejects invalid headers. */
function outboundHeaders(given: Record<string, string> = {}): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': userAgent };
  for (const [name, value] of Object.entries(given)) {
    const plain = name.toLowerCase();
    // Both follow from URL and settings: undici would take the TLS name from the first, and rejects the second.
    if (plain !== 'host' && plain !== 'proxy-authorization') headers[plain] = value.trim();
  }
  headers['accept-encoding'] = 'identity';
  return headers;
}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  const limit = pause(lookupLimitMs, undefined, { ref: false }).then(() => {
    throw new EgressFailure('dns_failure');
  });
  return Promise.race([work, limit]);
}
