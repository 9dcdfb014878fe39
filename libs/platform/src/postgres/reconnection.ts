import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { usualPatience } from './connection.js';
import { receiveRowsAsTheyAre } from '../rows/received-row.js';

const leastWait = 100;
const mostWait = 5000;

/**
 * Watches over all connections of a process to one PostgreSQL. After a connection is lost, attempts are made one at a time, 0.1
 * s doubling to 5 s apart with jitter, until one succeeds: a server that comes back is not flooded.
 */
export class Reconnection {
  private fault: Error | undefined;
  private trial: Promise<unknown> | undefined;
  private wait = leastWait;
  private notBefore = 0;
  private stoodAt = 0;

  /** `attemptMillis`: the longest time for an attempt, for which all others wait; a connection may set its own. */
  constructor(readonly attemptMillis = usualPatience.connectionMillis) {}

  /**
   * Connects. While the next attempt is not due it fails at once with the error of the last one, or waits where the caller is
   * patient. Nothing is tried after `givenUp`.
   */
  async open(connect: () => Promise<unknown>, patient: boolean, givenUp?: AbortSignal): Promise<void> {
    while (this.fault) {
      givenUp?.throwIfAborted();
      const due = this.notBefore - performance.now();
      if (this.trial) await this.trial;
      else if (due <= 0) return void (await this.watched(connect));
      else if (patient) await pause(due, undefined, { ref: false, signal: givenUp });
      else throw this.fault;
    }
    givenUp?.throwIfAborted();
    await connect().catch((error: Error) => this.failed(error));
  }

  /** To be told when an open connection breaks: the next to connect finds out whether the server is there. */
  lost(error: Error): void {
    if (this.fault) return;
    this.fault = error;
    this.notBefore = this.stoodAt + leastWait;
  }

  private async watched(connect: () => Promise<unknown>): Promise<void> {
    this.trial = connect();
    try {
      await this.trial;
      this.fault = undefined;
      this.wait = leastWait;
      this.stoodAt = performance.now();
    } catch (error) {
      this.fault = undefined;
      this.failed(error as Error);
    } finally {
      this.trial = undefined;
    }
  }

  private failed(error: Error): never {
    if (!this.fault) {
      this.fault = error;
      this.notBefore = performance.now() + this.wait * (0.5 + Math.random() / 2);
      this.wait = Math.min(this.wait * 2, mostWait);
    }
    throw error;
  }
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/**
 * A client that connects through a reconnection, in bounded time, and tells it when its connection breaks. It always has a listener
 * for errors: without one an error would end the process.
 */
function clientThrough(
  reconnection: Reconnection,
  patient: boolean,
  givenUp?: AbortSignal,
): new (config?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const connectionTimeoutMillis = config?.connectionTimeoutMillis || reconnection.attemptMillis;
      super({ ...config, password: config?.password, connectionTimeoutMillis }); // a pool hides the password from copies
      this.on('error', (error) => reconnection.lost(error));
      receiveRowsAsTheyAre(this);
    }

    override connect(): Promise<pg.Client>;
    override connect(done: Connected): void;
    override connect(done?: Connected): Promise<pg.Client> | void {
      const opened = reconnection.open(() => super.connect(), patient, givenUp).then((): pg.Client => this);
      if (!done) return opened;
      opened.then(() => done(null, this), done);
    }
  };
}

/** A pool that connects through a reconnection. The users of a patient one wait for the next attempt instead of failing at once. */
export const poolThrough = (reconnection: Reconnection, config: pg.PoolConfig, patient = false): pg.Pool => {
  const pool = new pg.Pool({ ...config, Client: clientThrough(reconnection, patient) });
  return pool.on('error', () => undefined); // an idle connection that breaks is replaced at the next use
};

/** One connection outside of pools. It waits for the next attempt until `givenUp`. */
export const sessionThrough = (reconnection: Reconnection, config: pg.ClientConfig, givenUp?: AbortSignal): pg.Client =>
  new (clientThrough(reconnection, true, givenUp))(config);
