import pg from 'pg';

export type SignalName = 'tandem_events' | 'tandem_access';

/**
 * Wakes other processes through LISTEN/NOTIFY on a connection of its own. Signals may be lost while it reconnects, so
 * every listener also looks by itself now and then.
 */
export class Signals {
  private client: pg.Client | undefined;
  private readonly handlers = new Map<SignalName, ((payload: string) => void)[]>();
  private closed = false;

  constructor(private readonly url: string) {}

  on(name: SignalName, handler: (payload: string) => void): void {
    this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]);
  }

  /** Hands a signal to the handlers of this process. */
  readonly hand = (name: SignalName, payload: string): void => {
    for (const handler of this.handlers.get(name) ?? []) handler(payload);
  };

  /** Connects and listens; keeps trying when the connection is lost. */
  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'tandem signals', keepAlive: true });
    client.on('notification', ({ channel, payload }) => this.hand(channel as SignalName, payload ?? ''));
    client.on('error', () => undefined);
    client.on('end', () => this.again());
    try {
      await client.connect();
      for (const name of this.handlers.keys()) await client.query(`listen ${name}`);
      this.client = client;
    } catch {
      await client.end().catch(() => undefined);
      if (!this.client) this.again();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client?.end().catch(() => undefined);
  }

  private again(): void {
    this.client = undefined;
    if (!this.closed) setTimeout(() => !this.closed && !this.client && void this.start(), 500).unref();
  }
}

/** Sends at most one NOTIFY in so many milliseconds, always outside transactions: inside, it would serialise every commit. */
export class EventSignal {
  private pending = false;

  constructor(
    private readonly notify: () => Promise<unknown>,
    private readonly everyMillis = 5,
  ) {}

  readonly send = (): void => {
    if (this.pending) return;
    this.pending = true;
    setTimeout(() => {
      this.pending = false;
      this.notify().catch(() => undefined); // the relay's poll finds the events anyway
    }, this.everyMillis).unref();
  };
}
