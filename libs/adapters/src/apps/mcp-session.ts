import { getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Egress, type EgressSettings } from '@tandem/platform/egress/guarded-fetch';
import { type Bounds, boundedFetch } from './bounded-fetch.js';
import { McpFault } from './mcp-fault.js';

/** The address of a server, and the bounds for its answers. */
export interface SessionTerms {
  url: string;
  token?: string | undefined;
  egress: EgressSettings;
  bounds: Bounds;
  millis: number;
}

const goodbyeMillis = 500;
/** Of a nice value: the higher, the later. */
const lowPriority = 10;

/** One session with a server, by the official client, which speaks both generations of the protocol. */
export class McpSession {
  isConnected = false;
  private readonly stop = new AbortController();
  private readonly client = new Client(
    { name: 'tandem', version: '1' },
    // A server may ask nothing back: there is nobody to answer.
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

  /** Options for each request of the client. */
  get options(): { signal: AbortSignal; timeout: number } {
    return { signal: this.stop.signal, timeout: this.terms.millis };
  }

  /** Connects and does the work; rejects as soon as the time is over or the answers exceed the bounds. */
  async work<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.stop.abort(new McpFault('timeout')), this.terms.millis);
    const { signal } = this.stop;
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return Promise.race([this.connect().then(work), stopped]).finally(() => clearTimeout(timer));
  }

  /** Ends the session with the server, if it keeps one, and closes the connection. */
  async end(): Promise<void> {
    const goodbye = this.transport.terminateSession().catch(() => undefined);
    await Promise.race([goodbye, pause(goodbyeMillis, undefined, { ref: false })]);
    this.stop.abort(new McpFault('timeout'));
    await this.client.close().catch(() => undefined);
  }

  private async connect(): Promise<Client> {
    await this.client.connect(this.transport, this.options);
    this.isConnected = true;
    giveWay();
    return this.client;
  }
}

/**
 * Lowers the priority of the thread, on Linux of it alone: requests to the API come before what servers answer from now on. The first
 * words of the client are most of what a short visit computes; had the thread given way before, a busy machine would have left it no time
 * for them.
 */
function giveWay(): void {
  if (process.platform === 'linux' && !isMainThread) setPriority(Math.max(getPriority(), lowPriority));
}
