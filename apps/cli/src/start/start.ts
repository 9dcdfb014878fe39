import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Feature } from '@tandem/platform/feature/feature';
import { stopWithNpm } from '@tandem/platform/process/process-ends';
import { misspelt, type Settings } from '@tandem/platform/settings/settings';
import { allFeatures } from '../all-features.js';
import { AppProcess, wrongSettings } from './app-process.js';
import { banner } from './banner.js';
import { type Database, openDatabase } from '../database/database.js';
import { demoKey } from './demo-key.js';
import { adviceOnNode, checkStart, given } from '../environment.js';
import { prepareDatabase } from '../migrate.js';
import { print, warn } from '../print.js';

interface Parts {
  /** Entry points by name in the log; the app named `api` reports its address. */
  apps: Record<string, string>;
  prepareDatabase: (settings: Settings, features: readonly Feature[]) => Promise<void>;
}

const entry = (app: string) => fileURLToPath(new URL(`../../../${app}/dist/main.js`, import.meta.url));
const product: Parts = { apps: { api: entry('api'), worker: entry('worker') }, prepareDatabase };

// A migration may wait for a lock in a database that this process cannot stop.
const startGrace = 3000;

/** Runs the product until it is stopped; resolves with the exit code after all its processes have ended. */
export async function start(env: NodeJS.ProcessEnv = process.env, parts: Partial<Parts> = {}): Promise<number> {
  const launch = new Launch(env, { ...product, ...parts });
  const stop = () => launch.end(0);
  // Never removed: a repeated signal must not cut the shutdown short.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  stopWithNpm(stop);
  const code = await launch.run();
  warn('stopped');
  return code;
}

/** One process tree: database, then apps, stopped in reverse order. */
class Launch {
  readonly #ending = new AbortController();
  readonly #closers: (() => Promise<unknown>)[] = [];

  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly parts: Parts,
  ) {}

  async run(): Promise<number> {
    const { signal } = this.#ending;
    const code = once(signal, 'abort').then(() => signal.reason as number);
    const starting = this.#start();
    try {
      return await Promise.race([starting.then(() => code), code]);
    } finally {
      this.#ending.abort();
      // A start aborted half-way may just have created something to close.
      await this.#close();
      await Promise.race([starting.catch(() => undefined), sleep(startGrace)]);
      await this.#close();
    }
  }

  end(code: number): void {
    this.#ending.abort(code);
  }

  async #start(): Promise<void> {
    const features = await allFeatures(this.env);
    const settings = await checkStart(this.env, features);
    for (const hint of misspelt(features, this.env, ['DATA_DIR'])) warn(hint);
    const check = () => checkPorts(settings);
    const database = await openDatabase({ env: this.env, settings, check, signal: this.#ending.signal });
    this.#closeLater(() => database.close());
    await this.parts.prepareDatabase(database.settings, features);
    const address = await this.#startApps({
      ...database.env,
      MIGRATION_DATABASE_URL: '',
      // Usually no load balancer is in front of a single API.
      SHUTDOWN_DRAIN_SECONDS: given(this.env, 'SHUTDOWN_DRAIN_SECONDS') ?? '0',
    });
    await this.#welcome(address, database);
  }

  async #startApps(env: NodeJS.ProcessEnv): Promise<string> {
    const drainMillis = Number(env.SHUTDOWN_DRAIN_SECONDS) * 1000;
    const onWrongSettings = () => this.end(wrongSettings);
    const apps = Object.entries(this.parts.apps).map(
      ([name, entry]) => new AppProcess({ name, entry, env, drainMillis, onWrongSettings }),
    );
    this.#closeLater(() => Promise.all(apps.map((app) => app.stop())));
    return (await Promise.all(apps.map((app) => app.start()))).find(Boolean)!;
  }

  async #welcome(address: string, { settings, data }: Database): Promise<void> {
    this.#ending.signal.throwIfAborted();
    const demo = data && (await demoKey(data, address, settings.OPERATOR_TOKEN));
    this.#ending.signal.throwIfAborted();
    for (const advice of adviceOnNode(process.versions.node)) warn(advice);
    print(banner(address, { demo, hasMcp: settings.MCP_ENABLED, isTerminal: process.stdout.isTTY }));
  }

  #closeLater(closer: () => Promise<unknown>): void {
    this.#closers.push(closer);
    this.#ending.signal.throwIfAborted();
  }

  async #close(): Promise<void> {
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) await closer();
  }
}

/** Fails before anything slow is started. */
async function checkPorts(settings: Settings): Promise<void> {
  for (const name of ['PORT', 'WORKER_PORT'] as const) await checkPort(name, settings[name], settings.HOST);
}

async function checkPort(name: string, port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    await once(server.close(), 'close');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`${name} ${port} is already in use; set ${name} to another one`);
    if (code === 'EACCES')
      throw new Error(`${name} ${port} is not permitted for this user; set ${name} to one above 1023`);
    throw new Error(`cannot listen on HOST ${host} with ${name} ${port}: ${message}`, { cause: error });
  }
}
