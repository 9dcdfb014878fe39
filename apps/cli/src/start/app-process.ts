import { fork, type ChildProcess } from 'node:child_process';
import { Backoff } from '../database/backoff.js';
import { warn } from '../print.js';

interface AppOptions {
  name: string;
  entry: string;
  env: NodeJS.ProcessEnv;
  drainMillis: number;
  /** Called if a restarted app rejects its settings: another restart would not help. */
  onWrongSettings: () => void;
}

interface End {
  code: number | null;
  how: string;
}

interface Run {
  child: ChildProcess;
  end: Promise<End>;
}

interface Ready {
  address?: string;
}

/** Longer than a worker waits for running work. */
const grace = 8000;

/** Exit code of an app that rejected its settings and printed the reason. */
export const wrongSettings = 2;

/** The app has printed the reason. */
export class AppRefusedSettings extends Error {}

export class AppProcess {
  readonly #backoff = new Backoff();
  #last: Run | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(private readonly options: AppOptions) {}

  /** Resolves when the app is ready, with its address; rejects if it ends before. */
  async start(): Promise<string | undefined> {
    const { child, end } = this.#fork();
    const ready = new Promise<Ready>((resolve) => child.once('message', (message) => resolve(message as Ready)));
    const first = await Promise.race([ready, end]);
    if ('how' in first) throw this.#failure(first);
    void end.then((how) => this.#restart(how));
    return first.address;
  }

  /** SIGTERM, then SIGKILL after the grace period. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#last?.child.kill('SIGTERM');
    const timer = setTimeout(() => this.#last?.child.kill('SIGKILL'), this.options.drainMillis + grace);
    await this.#last?.end;
    clearTimeout(timer);
  }

  #fork(): Run {
    const { entry, env } = this.options;
    // In a process group of its own: Ctrl-C reaches Tandem only, which then stops everything in order.
    const child = fork(entry, [], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });
    const end = new Promise<End>((resolve) => {
      child.on('exit', (code, signal) => resolve({ code, how: signal ?? `code ${code}` }));
      child.on('error', (error) => child.pid ?? resolve({ code: null, how: error.message }));
    });
    this.#last = { child, end };
    return this.#last;
  }

  #restart({ code, how }: End): void {
    if (this.#stopping) return;
    if (code === wrongSettings) return this.options.onWrongSettings();
    const wait = this.#backoff.next();
    warn(`the ${this.options.name} ended with ${how}; restarting in ${wait / 1000} s`);
    this.#timer = setTimeout(() => void this.#fork().end.then((next) => this.#restart(next)), wait);
  }

  #failure({ code, how }: End): Error {
    const line = `the ${this.options.name} ended with ${how} before it was ready`;
    return code === wrongSettings ? new AppRefusedSettings(line) : new Error(line);
  }
}
