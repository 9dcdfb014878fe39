import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { eventually } from './eventually.js';
import { hasProgram, mayUse } from './has-program.js';
import { freePort } from './local-server.js';

export type QueueBackend = 'PostgreSQL' | 'Redis';

interface TemporaryRedis {
  url: string;
  stop(): Promise<void>;
}

/** Runs the suite on PostgreSQL, and on Redis if available; fails without Redis on a build server. */
export function describeEachBackend(name: string, suite: (backend: QueueBackend) => void): void {
  describe(`${name}, queue on PostgreSQL`, () => suite('PostgreSQL'));
  if (mayUse('redis-server') || process.env.REDIS_URL) describe(`${name}, queue on Redis`, () => suite('Redis'));
}

/** A separate Redis, safe as a queue's store, or an emptied database in a shared one. */
export async function temporaryRedis(): Promise<TemporaryRedis> {
  const { REDIS_URL: shared } = process.env;
  return shared && !hasProgram('redis-server') ? borrowRedis(shared) : startRedis();
}

async function startRedis(): Promise<TemporaryRedis> {
  const directory = mkdtempSync(join(tmpdir(), 'tandem-redis-'));
  const port = await freePort();
  const settings = ['--port', port, '--bind', '127.0.0.1', '--dir', directory, '--save', '', '--appendonly', 'yes'];
  const child = spawn('redis-server', [...settings.map(String), '--maxmemory-policy', 'noeviction'], {
    stdio: 'ignore',
  });
  await eventually(() => command(port, 'PING'));
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      await ended(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function borrowRedis(given: string): Promise<TemporaryRedis> {
  const url = new URL(given);
  const database = process.env.JEST_WORKER_ID ?? '1';
  url.pathname = `/${database}`;
  const empty = () => command(Number(url.port || 6379), `SELECT ${database}\r\nFLUSHDB`, url.hostname);
  await empty();
  return { url: url.toString(), stop: empty };
}

function command(port: number, text: string, host = '127.0.0.1'): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(`${text}\r\n`));
    socket.once('error', reject);
    socket.once('data', () => resolve(void socket.end()));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exit;
}
