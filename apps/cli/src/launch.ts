import { setTimeout as sleep } from 'node:timers/promises';
import { misspelt, readSettings, type Settings } from '@tandem/platform/settings/settings';
import { AppProcess, wrongSettings } from './app-process.js';
import { banner } from './banner.js';
import type { DataDirectory } from './data-directory.js';
import { openDatabase } from './database.js';
import { demoKey } from './demo-key.js';
import { checkStart, localAddress } from './environment.js';
import { checkPorts } from './free-port.js';

/** What a start puts together; tests give other apps. */
export interface Parts {
  /** Files to run, by the name that log lines give the app; the one named `api` tells its address. */
  apps: Record<string, string>;
  /** Fails where the features do not fit together; before anything is opened. */
  checkFeatures: (settings: Settings) => Promise<unknown>;
  prepareDatabase: (settings: Settings) => Promise<void>;
  log: (line: string) => void;
  print: (text: string) => void;
}

const appGrace = 6000;
// A migration of a database that is not ours to stop may hang in a lock.
const startGrace = 3000;

/** The whole product as one process tree: database, then apps, ended in the opposite order. */
export class Launch {
  readonly #ending = new AbortController();
  readonly #exit: Promise<number>;
  readonly #closers: (() => Promise<unknown>)[] = [];
  #end!: (code: number) => void;

  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly parts: Parts,
  ) {
    this.#exit = new Promise((resolve) => (this.#end = resolve));
  }

  /** Runs until `end` is called or an app refuses its settings; resolves with the exit code when all has ended. */
  async run(): Promise<number> {
    const starting = this.#start();
    try {
      return await Promise.race([starting.then(() => this.#exit), this.#exit]);
    } finally {
      this.#ending.abort();
      // A start that is called off half-way may just have made something that must be closed as well.
      await this.#close();
      await Promise.race([starting.catch(() => undefined), sleep(startGrace)]);
      await this.#close();
    }
  }

  end(code: number): void {
    this.#end(code);
  }

  async #start(): Promise<void> {
    const settings = await checkStart(this.env);
    const { log, checkFeatures, prepareDatabase } = this.parts;
    for (const hint of misspelt(this.env, ['DATA_DIR'])) log(hint);
    await checkFeatures(settings);
    const check = () => checkPorts(settings);
    const database = await openDatabase({ env: this.env, log, check, signal: this.#ending.signal });
    this.#closeLater(() => database.close());
    await prepareDatabase(readSettings(database.env));
    const address = (await this.#startApps({ ...database.env, MIGRATION_DATABASE_URL: '' })) ?? localAddress(settings);
    await this.#welcome(address, database.env, database.data);
  }

  async #startApps(env: NodeJS.ProcessEnv): Promise<string | undefined> {
    const onWrongSettings = () => this.end(wrongSettings);
    const apps = Object.entries(this.parts.apps).map(
      ([name, entry]) => new AppProcess({ name, entry, env, log: this.parts.log, onWrongSettings }),
    );
    this.#closeLater(() => Promise.all(apps.map((app) => app.stop(appGrace))));
    return (await Promise.all(apps.map((app) => app.start()))).find(Boolean);
  }

  async #welcome(address: string, env: NodeJS.ProcessEnv, data: DataDirectory | undefined): Promise<void> {
    this.#ending.signal.throwIfAborted();
    const demo = data && (await demoKey(data, address, env.OPERATOR_TOKEN!));
    this.#ending.signal.throwIfAborted();
    this.parts.print(banner(address, { demo, isTerminal: process.stdout.isTTY }));
  }

  #closeLater(closer: () => Promise<unknown>): void {
    this.#closers.push(closer);
    this.#ending.signal.throwIfAborted();
  }

  async #close(): Promise<void> {
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) await closer();
  }
}
