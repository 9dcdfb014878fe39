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
import { say, tell } from '../say.js';

/** What a start puts together; tests give others. */
interface Parts {
  /** Files to run, by the name that log lines give the app; the one named `api` tells its address. */
  apps: Record<string, string>;
  prepareDatabase: (settings: Settings, features: readonly Feature[]) => Promise<void>;
}

const entry = (app: string) => fileURLToPath(new URL(`../../../${app}/dist/main.js`, import.meta.url));
const product: Parts = { apps: { api: entry('api'), worker: entry('worker') }, prepareDatabase };

// A migration may hang in a lock of a database that we cannot stop.
const startGrace = 3000;

/** Runs the whole product until it is told to stop; resolves with the exit code when nothing of it runs any more. */
export async function start(env: NodeJS.ProcessEnv = process.env, parts: Partial<Parts> = {}): Promise<number> {
  const launch = new Launch(env, { ...product, ...parts });
  const stop = () => launch.end(0);
  // Never taken off again: a signal repeated while everything ends must not cut that short.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  stopWithNpm(stop);
  const code = await launch.run();
  tell('stopped');
  return code;
}

/** The whole product as one process tree: database, then apps, ended in the opposite order. */
class Launch {
  /** Aborted with the exit code. */
  readonly #ending = new AbortController();
  readonly #closers: (() => Promise<unknown>)[] = [];

  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly parts: Parts,
  ) {}

  /** Runs until `end` is called or an app refuses its settings; resolves with the exit code when all has ended. */
  async run(): Promise<number> {
    const { signal } = this.#ending;
    const code = once(signal, 'abort').then(() => signal.reason as number);
    const starting = this.#start();
    try {
      return await Promise.race([starting.then(() => code), code]);
    } finally {
      this.#ending.abort();
      // A start that is called off half-way may just have made something that must be closed as well.
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
    for (const hint of misspelt(features, this.env, ['DATA_DIR'])) tell(hint);
    const check = () => checkPorts(settings);
    const database = await openDatabase({ env: this.env, settings, check, signal: this.#ending.signal });
    this.#closeLater(() => database.close());
    await this.parts.prepareDatabase(database.settings, features);
    const address = await this.#startApps({
      ...database.env,
      MIGRATION_DATABASE_URL: '',
      // Usually nothing stands in front of a single API that could send requests elsewhere.
      SHUTDOWN_DRAIN_SECONDS: given(this.env, 'SHUTDOWN_DRAIN_SECONDS') ?? '0',
    });
    await this.#welcome(address, database);
  }

  /** Settles with the address that the API tells. */
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
    for (const advice of adviceOnNode(process.versions.node)) tell(advice);
    say(banner(address, { demo, hasMcp: settings.MCP_ENABLED, isTerminal: process.stdout.isTTY }));
  }

  #closeLater(closer: () => Promise<unknown>): void {
    this.#closers.push(closer);
    this.#ending.signal.throwIfAborted();
  }

  async #close(): Promise<void> {
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) await closer();
  }
}

/** Fails in one line where a port cannot be listened on, before anything slow was started for nothing. */
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
      throw new Error(`${name} ${port} is not allowed to this user; set ${name} to one above 1023`);
    throw new Error(`HOST ${host} with ${name} ${port} cannot be listened on: ${message}`, { cause: error });
  }
}
