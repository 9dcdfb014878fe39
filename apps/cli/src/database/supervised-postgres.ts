import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgresOptions, startPostgres } from '@tandem/platform/embedded/embedded';
import type { EmbeddedPostgres } from '@tandem/platform/embedded/embedded-server';
import { Backoff } from './backoff.js';
import { warn } from '../print.js';

// With the 6 s of the apps, below the 10 s after which process managers kill.
const grace = 3000;

/** Embedded PostgreSQL, restarted on the same port so that the apps reconnect. */
export class SupervisedPostgres {
  static async start(options: EmbeddedPostgresOptions): Promise<SupervisedPostgres> {
    const supervised = new SupervisedPostgres(options);
    await supervised.#start();
    return supervised;
  }

  // Short waits, since everything depends on it.
  readonly #backoff = new Backoff(200, 5000);
  readonly #ending = new AbortController();
  #server: EmbeddedPostgres | undefined;
  #restarting: Promise<void> | undefined;

  private constructor(private readonly options: EmbeddedPostgresOptions) {
    options.signal?.addEventListener('abort', () => this.#ending.abort());
  }

  get url(): string {
    return this.#server!.url;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#restarting;
    await this.#server?.stop(grace);
  }

  async #start(): Promise<void> {
    const { signal } = this.#ending;
    const server = await startPostgres({ ...this.options, log: warn, port: this.#server?.port, signal });
    this.#server = server;
    void server.ended.then((reason) => {
      if (!signal.aborted) this.#restarting = this.#restart(reason);
    });
  }

  // The first restart is immediate: every request fails until then.
  async #restart(reason: string): Promise<void> {
    warn(`PostgreSQL ended with ${reason}; restarting it`);
    while (!this.#ending.signal.aborted) {
      try {
        return await this.#start();
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        const wait = this.#backoff.next();
        warn(`${(error as Error).message}; next attempt in ${wait / 1000} s`);
        await sleep(wait, undefined, { signal: this.#ending.signal }).catch(() => undefined);
      }
    }
  }
}
