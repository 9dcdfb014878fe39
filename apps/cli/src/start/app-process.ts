import { fork, type ChildProcess } from 'node:child_process';
import { Backoff } from '../database/backoff.js';
import { tell } from '../say.js';

interface AppOptions {
  name: string;
  entry: string;
  env: NodeJS.ProcessEnv;
  /** How long it may go on serving before it begins to end. */
  drainMillis: number;
  /** Called when the app refuses its settings on a later start, where trying again would not help. */
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

/** What an app tells once, when it is ready. */
interface Ready {
  address?: string;
}

/** Longer than a worker waits for work at hand. */
const grace = 8000;

/** The exit code of an app that refused its settings and has said why. */
export const wrongSettings = 2;

/** An app refused its settings and has said why. */
export class AppRefusedSettings extends Error {}

/** One of the two apps as a child process, started again whenever it dies. */
export class AppProcess {
  readonly #backoff = new Backoff();
  #last: Run | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(private readonly options: AppOptions) {}

  /** Settles when the app is ready, with the address it listens on; fails where it ends before. */
  async start(): Promise<string | undefined> {
    const { child, end } = this.#fork();
    const ready = new Promise<Ready>((resolve) => child.once('message', (message) => resolve(message as Ready)));
    const first = await Promise.race([ready, end]);
    if ('how' in first) throw this.#failure(first);
    void end.then((how) => this.#restart(how));
    return first.address;
  }

  /** Asks the app to end and kills it after the grace. */
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
    // Its own process group: an interrupt from the terminal reaches Tandem alone, which then ends everything in order.
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
    tell(`the ${this.options.name} ended with ${how}; it starts again in ${wait / 1000} s`);
    this.#timer = setTimeout(() => void this.#fork().end.then((next) => this.#restart(next)), wait);
  }

  #failure({ code, how }: End): Error {
    const line = `the ${this.options.name} ended with ${how} before it was ready`;
    return code === wrongSettings ? new AppRefusedSettings(line) : new Error(line);
  }
}
