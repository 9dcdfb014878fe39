import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Reconnection, sessionThrough } from './reconnection.js';

export type SignalName = 'tandem_events' | 'tandem_access';

const leastPause = 100;
const sessionOptions = {
  application_name: 'tandem signals',
  keepAlive: true,
  query_timeout: 5000,
};

/**
 * Wakes other processes through LISTEN/NOTIFY on a connection of its own. Signals may be lost while it reconnects, so
 * every listener also looks by itself now and then.
 */
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

  /** Hands a signal to the handlers of this process. */
  readonly hand = (name: SignalName, payload: string): void => {
    for (const handler of this.handlers.get(name) ?? []) handler(payload);
  };

  /** Settles when it listens or could not; either way it goes on until it is closed. */
  async start(): Promise<void> {
    const first = this.listen();
    this.listening = first.then((client) => this.keepListening(client));
    await first;
  }

  /** Nothing connects any more once this has settled. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.client?.end().catch(() => undefined);
    await this.listening;
  }

  private async keepListening(first: pg.Client): Promise<void> {
    const { signal } = this.closing;
    for (let client = first; !signal.aborted; client = await this.listen()) {
      // Not events.once, which fails with an error that comes before the end.
      if (client === this.client) await new Promise<void>((resolve) => client.once('end', resolve));
      await pause(leastPause, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
  }

  /** Tries once; the client listens if it is the present one afterwards. */
  private async listen(): Promise<pg.Client> {
    const { signal } = this.closing;
    const client = sessionThrough(this.reconnection, { connectionString: this.url, ...sessionOptions }, signal);
    client.on('notification', ({ channel, payload }) => this.hand(channel as SignalName, payload ?? ''));
    client.once('end', () => client === this.client && (this.client = undefined));
    try {
      await client.connect();
      this.client = client;
      for (const name of this.handlers.keys()) await client.query(`listen ${name}`);
      if (signal.aborted) await client.end();
    } catch {
      await client.end().catch(() => undefined);
    }
    return client;
  }
}

/** How long after a commit its signal is sent, so that it speaks for those that come meanwhile. */
const gatheredMillis = 5;
/** At least so long after the one before: each signal is a transaction, which wakes everybody who listens. */
const apartMillis = 25;

/** Says that there are events by NOTIFY, always outside transactions: inside, commits would have to wait for each other. */
export class EventSignal {
  private isPending = false;
  private sentAt = -Infinity;

  constructor(private readonly notify: () => Promise<unknown>) {}

  readonly send = (): void => {
    if (this.isPending) return;
    this.isPending = true;
    const wait = Math.max(gatheredMillis, this.sentAt + apartMillis - performance.now());
    setTimeout(() => {
      this.isPending = false;
      this.sentAt = performance.now();
      this.notify().catch(() => undefined); // the relay's poll finds the events anyway
    }, wait).unref();
  };
}
