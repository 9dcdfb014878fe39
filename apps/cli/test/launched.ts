import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const dist = new URL('../dist/', import.meta.url).href;
const pg = pathToFileURL(createRequire(import.meta.url).resolve('pg')).href;

/** Stands for the API: counts its starts in the database, and has one tenant. */
const api = `
import { createServer } from 'node:http';
import pg from '${pg}';
const query = async (...args) => {
  const client = new pg.Client(process.env.DATABASE_URL);
  client.on('error', () => undefined);
  await client.connect();
  try { return (await client.query(...args)).rows; } finally { await client.end(); }
};
await query('INSERT INTO starts VALUES (now())');
const routes = {
  'GET /starts': async () => [200, await query('SELECT count(*)::int AS starts FROM starts')],
  'GET /api/v1/me': async (token) => [(await query('SELECT FROM keys WHERE key = $1', [token])).length ? 200 : 401, {}],
  'POST /api/v1/tenants': async (token) => {
    if (token !== process.env.OPERATOR_TOKEN) return [404, {}];
    if ((await query('SELECT FROM keys')).length) return [409, {}];
    const [{ key }] = await query('INSERT INTO keys VALUES (gen_random_uuid()) RETURNING key');
    return [201, { api_key: key }];
  },
};
const server = createServer(async (request, response) => {
  const token = request.headers.authorization?.replace('Bearer ', '');
  const [status, body] = await routes[request.method + ' ' + request.url](token).catch((error) => [503, error.message]);
  response.writeHead(status).end(JSON.stringify(body));
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
console.log('api has pid ' + process.pid + ' and drains for ' + process.env.SHUTDOWN_DRAIN_SECONDS + ' s');
server.listen(Number(process.env.PORT), '127.0.0.1', () =>
  process.send({ type: 'ready', address: 'http://127.0.0.1:' + process.env.PORT }));
`;

/** A fake worker: exits at once with EXIT_WITH, or ignores SIGTERM if STUBBORN. */
const worker = `
if (process.env.EXIT_WITH) process.exit(Number(process.env.EXIT_WITH));
process.on('SIGTERM', () => process.env.STUBBORN || process.exit(0));
process.on('disconnect', () => process.exit(0));
console.log('worker has pid ' + process.pid);
process.send({ type: 'ready' });
`;

const launcher = `
import pg from '${pg}';
import { start } from '${dist}start/start.js';
import { reportFailure } from '${dist}report-failure.js';
const apps = { api: import.meta.dirname + '/api.mjs', worker: import.meta.dirname + '/worker.mjs' };
const prepareDatabase = async ({ MIGRATION_DATABASE_URL }) => {
  const client = new pg.Client(MIGRATION_DATABASE_URL);
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS starts (at timestamptz); CREATE TABLE IF NOT EXISTS keys (key text)');
  await client.query('GRANT SELECT, INSERT ON starts, keys TO public');
  await client.end();
};
const ended = start(process.env, { apps, prepareDatabase });
process.exit(await ended.catch((error) => reportFailure(error, console.error, {})));
`;

/** A launcher with apps that stand for those of the product. */
export const fixtures = { 'api.mjs': api, 'worker.mjs': worker, 'launcher.mjs': launcher };

/** What a deployable runs, or the command line. */
export const program = (app: 'api' | 'worker' | 'cli') =>
  fileURLToPath(new URL(`../../${app}/dist/main.js`, import.meta.url));

/** The environment without what another test run would take for settings of its own. */
export const environmentOfOtherRun = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(JEST|TEST)_|^NODE_/.test(name))),
  CI: 'true',
});

/** Runs a script to its end. */
export async function run(script: string[], env: NodeJS.ProcessEnv = {}, cwd?: string) {
  const process = new Launched(script, env, cwd);
  return { code: await process.ended, output: process.output };
}

/** A process of the command line with everything it has said so far. */
export class Launched {
  output = '';
  readonly ended: Promise<number | NodeJS.Signals>;
  private readonly child: ChildProcess;

  constructor(script: string[], env: NodeJS.ProcessEnv, cwd?: string) {
    const { PATH, HOME } = process.env;
    this.child = spawn(process.execPath, script, {
      cwd,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = once(this.child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  }

  /** The match, once the process has said something that matches; fails when it ends before. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    let over = false;
    void this.ended.then(() => (over = true));
    for (;;) {
      const ended = over;
      const match = pattern.exec(this.output);
      if (match) return match;
      if (ended) throw new Error(`it ended and never said ${pattern}, but: ${this.output}`);
      await pause(10);
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Closes the reading end of its output. */
  leave(): void {
    this.child.stdout!.destroy();
    this.child.stderr!.destroy();
  }

  async stop(): Promise<number | NodeJS.Signals> {
    this.kill('SIGTERM');
    return this.ended;
  }

  async pidOf(app: string): Promise<number> {
    return Number((await this.prints(new RegExp(`${app} has pid (\\d+)`)))[1]);
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
