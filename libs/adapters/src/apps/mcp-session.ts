import { getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Egress, type EgressSettings } from '@tandem/platform/egress/guarded-fetch';
import { type Bounds, boundedFetch } from './bounded-fetch.js';
import { McpFault } from './mcp-fault.js';

export interface SessionTerms {
  url: string;
  token?: string | undefined;
  egress: EgressSettings;
  bounds: Bounds;
  millis: number;
}

const goodbyeMillis = 500;
/** A `nice` value. */
const lowPriority = 10;

export class McpSession {
  isConnected = false;
  private readonly stop = new AbortController();
  private readonly client = new Client(
    { name: 'tandem', version: '1' },
    // No one could answer requests of the server.
    { versionNegotiation: { mode: 'auto' }, inputRequired: { autoFulfill: false } },
  );
  private readonly transport: StreamableHTTPClientTransport;

  constructor(private readonly terms: SessionTerms) {
    const { url, token, egress, bounds } = terms;
    this.transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: boundedFetch(new Egress(egress).fetch, bounds, (failure) => this.stop.abort(failure)),
      requestInit: token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 0,
        maxReconnectionDelay: 0,
        reconnectionDelayGrowFactor: 1,
      },
    });
  }

  get options(): { signal: AbortSignal; timeout: number } {
    return { signal: this.stop.signal, timeout: this.terms.millis };
  }

  /** Rejects on a timeout or once the responses exceed the bounds. */
  async work<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.stop.abort(new McpFault('timeout')), this.terms.millis);
    const { signal } = this.stop;
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return Promise.race([this.connect().then(work), stopped]).finally(() => clearTimeout(timer));
  }

  /** Never rejects. */
  async end(): Promise<void> {
    const goodbye = this.transport.terminateSession().catch(() => undefined);
    await Promise.race([goodbye, pause(goodbyeMillis, undefined, { ref: false })]);
    this.stop.abort(new McpFault('timeout'));
    await this.client.close().catch(() => undefined);
  }

  private async connect(): Promise<Client> {
    await this.client.connect(this.transport, this.options);
    this.isConnected = true;
    lowerPriority();
    return this.client;
  }
}

/** Puts API requests first; only Linux has priorities per thread. Not during the handshake, which would starve. */
function lowerPriority(): void {
  if (process.platform === 'linux' && !isMainThread) setPriority(Math.max(getPriority(), lowPriority));
}
