import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleOf } from './bundle.js';

/** The built worker or API in a separate process. */
export class ForkedProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
    private readonly output: () => string,
  ) {}

  /** Settles when the process is ready; rejects with its output if it ends before. */
  static async start(app: 'worker' | 'api', environment: Record<string, string>): Promise<ForkedProcess> {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, WORKER_PORT: '0', PORT: '0', HOST: '127.0.0.1', ...environment };
    const child = fork(await bundleOf(app), [], { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    let said = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the ${app} ended: ${said}`)));
    ended.catch(() => undefined);
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ address?: string }];
    return new ForkedProcess(child, message.address ?? `http://127.0.0.1:${env.WORKER_PORT}`, () => said);
  }

  /** All output so far. */
  get said(): string {
    return this.output();
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** SIGTERM shuts it down gracefully. */
  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    if (!this.isAlive) return;
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    await exit;
  }
}
