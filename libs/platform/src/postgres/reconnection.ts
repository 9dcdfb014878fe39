import pg from 'pg';

const [minWait, maxWait] = [100, 5000];

/** One attempt at a time, 0.1 s doubling to 5 s apart with jitter, so that a recovering PostgreSQL is not flooded. */
export class Reconnection {
  private failure: Error | undefined;
  private trial: Promise<void> | undefined;
  private wait = minWait;
  private dueAt = 0;

  /** Connects, or fails with the last error until the next attempt is due. */
  async open(connect: () => Promise<unknown>): Promise<void> {
    if (this.trial) await this.trial;
    if (!this.failure) return this.attempt(connect);
    if (performance.now() < this.dueAt) throw this.failure;
    this.trial = this.attempt(connect).finally(() => (this.trial = undefined));
    return this.trial;
  }

  /** Called when an open connection breaks: the next attempt checks whether the server is available. */
  lost(error: Error): void {
    this.failure ??= error;
  }

  private async attempt(connect: () => Promise<unknown>): Promise<void> {
    try {
      await connect();
      this.failure = undefined;
      this.wait = minWait;
      this.dueAt = performance.now() + minWait;
    } catch (error) {
      this.failed(error as Error);
      throw error;
    }
  }

  private failed(error: Error): void {
    const now = performance.now();
    // Another of several concurrent attempts has failed already.
    if (this.failure && now < this.dueAt) return;
    this.failure = error;
    this.dueAt = now + this.wait * (0.5 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, maxWait);
  }
}

/** A pool that connects through a `Reconnection` and replaces broken connections, idle or in use. */
export function openPool(config: pg.PoolConfig, reconnection = new Reconnection()): pg.Pool {
  class Client extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super(options);
      // An error without a listener would end the process, and PostgreSQL may end a session as it begins.
      this.on('error', (error) => reconnection.lost(error));
    }

    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void): Promise<pg.Client> | void {
      const opened = reconnection.open(() => super.connect()).then((): pg.Client => this);
      if (!done) return opened;
      opened.then(() => (done as () => void)(), done);
    }
  }
  return new pg.Pool({ ...config, Client }).on('error', () => undefined);
}
