import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The worker as it is deployed: a process of its own, from the built sources. */
export class WorkerProcess {
  private constructor(private readonly child: ChildProcess) {}

  /** Settles when the worker works; fails with what it said where it ends before. */
  static async start(environment: Record<string, string>): Promise<WorkerProcess> {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...environment, WORKER_PORT: '0' };
    const child = fork(main, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the worker ended: ${said}`)));
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return new WorkerProcess(child);
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** SIGKILL leaves it no time for anything; SIGTERM lets it end in order. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.isAlive) return;
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    await exit;
  }
}
