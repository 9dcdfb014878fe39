import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/tandem.mjs', import.meta.url));

export interface Outcome {
  code: number;
  out: string;
  error: string;
}

/** Runs a command to its end, in an environment of these variables and PATH. */
export const run = (settings: NodeJS.ProcessEnv, args: readonly string[], input: string | Buffer = '') =>
  new Promise<Outcome>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings };
    const child = execFile(process.execPath, [program, ...args], { env }, (error, out, complaint) =>
      resolve({ code: (error?.code as number | undefined) ?? 0, out, error: complaint }),
    );
    child.stdin!.end(input);
  });

/** A command that runs until it is ended; its terminal, if any, is one of `script`, of util-linux. */
export class Running {
  output = '';
  readonly exit: Promise<number | NodeJS.Signals>;
  private readonly child: ChildProcess;

  constructor(settings: NodeJS.ProcessEnv, args: readonly string[], isOnTerminal = false) {
    const env = { PATH: process.env.PATH, ...settings };
    const words = [process.execPath, program, ...args];
    const [first, ...rest] = isOnTerminal ? ['script', '-qec', `stty cols 80; ${words.join(' ')}`, '/dev/null'] : words;
    this.child = spawn(first!, rest, { env });
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.exit = once(this.child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  }

  type(keys: string): void {
    this.child.stdin!.write(keys);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async end(name: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.signal(name);
    return this.exit;
  }
}
