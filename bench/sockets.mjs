/**
 * Measures the effect of floods of pipelined requests on another client, its p95 beside that of quiet periods, and
 * their memory.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { cpuSeconds } from './cpu.mjs';
import { median } from './load.mjs';
import { openStage } from './stage.mjs';

const millis = Number(process.env.BENCH_MILLIS ?? 3000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const get = (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** 10,000 requests each, except the first. */
const floods = {
  'one socket, 1000 unread': { sockets: 1, each: 1000, path: '/openapi.json', unread: true },
  '200 x 50 unread': { sockets: 200, each: 50, path: '/openapi.json', unread: true },
  '200 x 50 /metrics': { sockets: 200, each: 50, path: '/metrics' },
  '200 x 50 /me, no token': { sockets: 200, each: 50, path: '/api/v1/me' },
  '200 x 50 /livez': { sockets: 200, each: 50, path: '/livez' },
  '200 x 16 at a time /livez': { sockets: 200, each: 16, times: 3, path: '/livez' },
};

async function flood({ port, sockets, each, path, unread, times = 1 }) {
  const one = async () => {
    for (let round = 0; round < times; round++) await burst({ port, each, path, unread });
  };
  await Promise.all(Array.from({ length: sockets }, one));
}

const burst = ({ port, each, path, unread }) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(get(path).repeat(each)));
    socket.on('error', () => undefined).on('close', resolve);
    if (unread) socket.pause();
    else socket.resume();
    setTimeout(() => socket.destroy(), millis).unref();
  });

if (process.send) {
  process.send('ready');
  process.once('message', async (job) => {
    await flood(job);
    process.disconnect();
  });
} else await measure();

async function measure() {
  const stage = await openStage();
  const port = Number(new URL(stage.api.address).port);
  // From another address than the floods.
  const pool = new Pool(stage.api.address, { connections: 1, localAddress: '127.0.0.2' });
  const headers = { authorization: `Bearer ${stage.key}` };
  const p95 = async () => {
    const times = [];
    for (const end = performance.now() + millis; performance.now() < end;) {
      const sent = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path: '/api/v1/me', headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`the other client got ${statusCode}`);
      times.push(performance.now() - sent);
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
  };
  try {
    await p95();
    console.log(`medians of ${rounds} rounds, windows of ${millis} ms\n`);
    const titles = ['quiet p95 ms', 'p95 ms', 'ratio', 'quiet CPU s', 'CPU s', 'memory MiB'];
    console.log('flood'.padEnd(26), ...titles.map((title) => title.padStart(12)));
    for (const [name, job] of Object.entries(floods)) {
      const rows = [];
      for (let round = 0; round < rounds; round++) {
        const attacker = fork(fileURLToPath(import.meta.url), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
        await once(attacker, 'message');
        const before = residentMebibytes(stage.api.pid);
        const cpu = cpuSeconds(stage.api.pid);
        const quiet = await p95();
        const quietCpu = cpuSeconds(stage.api.pid) - cpu;
        attacker.send({ ...job, port });
        const attacked = await p95();
        const attackedCpu = cpuSeconds(stage.api.pid) - cpu - quietCpu;
        rows.push([
          quiet,
          attacked,
          attacked / quiet,
          quietCpu,
          attackedCpu,
          residentMebibytes(stage.api.pid) - before,
        ]);
        attacker.kill();
      }
      const medians = rows[0].map((_, at) =>
        median(rows.map((row) => row[at]))
          .toFixed(2)
          .padStart(12),
      );
      console.log(name.padEnd(26), ...medians);
    }
  } finally {
    await pool.close();
    await stage.close();
  }
}

/** Linux only; 0 elsewhere. */
function residentMebibytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}
