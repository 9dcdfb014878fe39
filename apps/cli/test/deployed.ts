import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** An app as it is deployed: a process of its own, from the built sources. */
export class Deployed {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
    private readonly said: () => string,
  ) {}

  /** Settles when the app is ready; fails with what it said where it ends before. */
  static async start(app: 'api' | 'worker', environment: Record<string, string>): Promise<Deployed> {
    const { PATH = '', HOME = '' } = process.env;
    const main = fileURLToPath(new URL(`../../${app}/dist/main.js`, import.meta.url));
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
    const child = fork(main, [], { env: { PATH, HOME, ...environment }, execArgv: [], stdio: [...stdio] });
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the ${app} ended: ${said}`)));
    ended.catch(() => undefined);
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ address?: string }];
    return new Deployed(child, message.address ?? `http://127.0.0.1:${environment.WORKER_PORT}`, () => said);
  }

  /** Why it ended, where it has. */
  get lastWords(): string {
    return this.said();
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

  async end(): Promise<void> {
    if (!this.isAlive) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }
}
