import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Reconnection } from './reconnection.js';

/**
 * `tandem_work` carries a `FollowUp` for the workers, `tandem_numbered` the ids of tenants with newly numbered events.
 */
export type SignalName = 'tandem_events' | 'tandem_numbered' | 'tandem_access' | 'tandem_work';

const retryMillis = 100;
const sessionOptions = {
  application_name: 'tandem signals',
  keepAlive: true,
  connectionTimeoutMillis: 1000,
  query_timeout: 5000,
};

/** LISTEN/NOTIFY on a dedicated connection. Signals may be lost while it reconnects, so every listener also polls. */
export class Signals {
  private client: pg.Client | undefined;
  private readonly handlers = new Map<SignalName, ((payload: string) => void)[]>();
  private readonly closing = new AbortController();
  private listening: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly reconnection = new Reconnection(),
  ) {}

  on(name: SignalName, handler: (payload: string) => void): void {
    this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]);
  }

  readonly pass = (name: SignalName, payload: string): void => {
    for (const handler of this.handlers.get(name) ?? []) handler(payload);
  };

  /** Settles after the first attempt to listen; retries continue until `close`. */
  async start(): Promise<void> {
    const first = this.listen();
    this.listening = first.then((ended) => this.keepListening(ended));
    await first;
  }

  /** Settles once no connection attempt is in flight. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.client?.end().catch(() => undefined);
    await this.listening;
  }

  private async keepListening(first: Ended): Promise<void> {
    const { signal } = this.closing;
    for (let ended = first; !signal.aborted; ended = await this.listen()) {
      await ended?.wait;
      await pause(retryMillis, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  private async listen(): Promise<Ended> {
    const { signal } = this.closing;
    if (signal.aborted) return undefined;
    const client = new pg.Client({ connectionString: this.url, ...sessionOptions });
    const wait = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', (error) => this.reconnection.lost(error));
    client.on('notification', ({ channel, payload }) => this.pass(channel as SignalName, payload ?? ''));
    try {
      await this.reconnection.open(() => client.connect());
      this.client = client;
      for (const name of this.handlers.keys()) await client.query(`listen ${name}`);
      if (signal.aborted) await client.end();
      return { wait };
    } catch {
      await client.end().catch(() => undefined);
      return undefined;
    }
  }
}

type Ended = { wait: Promise<void> } | undefined;
