import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A temporary Redis, safe as a queue's store, or that of REDIS_URL; undefined if neither is available. */
export async function temporaryRedis() {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: async () => undefined };
  const directory = mkdtempSync(join(tmpdir(), 'tandem-bench-redis-'));
  const port = await freePort();
  const options = `--port ${port} --bind 127.0.0.1 --appendonly yes --maxmemory-policy noeviction --save`.split(' ');
  const child = spawn('redis-server', [...options, '', '--dir', directory], { stdio: 'ignore' });
  const stop = async () => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  };
  const failed = new Promise((resolve) => child.once('error', () => resolve(true)));
  if (await Promise.race([failed, isListening(port)])) return void (await stop());
  return { url: `redis://127.0.0.1:${port}`, stop };
}

async function isListening(port) {
  for (;;) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.unref();
      setTimeout(() => socket.destroy(), 200);
    });
    if (isOpen) return false;
    await sleep(100);
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
