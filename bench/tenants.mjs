/**
 * One tenant uses up its limits with 40 requests a second of the costliest kinds while another one works. Prints the
 * other's latencies, their ratio to quiet periods of the same run, and its 503s.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStage, seedTasks } from './stage.mjs';
import { median, percentile } from './load.mjs';

const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const hostilePerSecond = 40;
const honestPerSecond = 20;
const mebibyte = 1024 * 1024;
/** A client's connections are limited. */
const maxOpen = 64;

const send = ({ address, key }, method, path, body) =>
  fetch(`${address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && (typeof body === 'string' ? body : JSON.stringify(body)),
  });

const texts = ['a ', '[[]] ', 'KEY-1 ', '\t', '- - x\n'].map((text) => text.repeat(Math.floor(mebibyte / text.length)));
const note = (body) => JSON.stringify({ title: 'Long', body });
const zeros = (bytes) => `{"title":"x","metadata":[${'0,'.repeat((bytes - 64) / 2)}0]}`;
const bombs = { tasks: zeros(250 * 1024), notes: zeros(2 * mebibyte) };
const bodies = texts.map(note);

const attacks = {
  'pages of 1 MiB notes': () => ['GET', '/notes?limit=100'],
  'search through 1 MiB notes': () => ['GET', '/notes?q=zzz'],
  'pages of 1 MiB events': () => ['GET', '/webhook-events?limit=100'],
  'arrays of 250 KiB': () => ['POST', '/tasks', bombs.tasks],
  'arrays of 2 MiB': () => ['POST', '/notes', bombs.notes],
  'notes of 1 MiB': (n) => ['POST', '/notes', bodies[n % bodies.length]],
};
const honestWays = [
  () => ['GET', '/tasks?limit=50'],
  () => ['GET', '/me'],
  (n) => ['POST', '/tasks', { title: `Honest ${n}` }],
  () => ['GET', '/tasks/by-identifier/BEN-77'],
];

/** Open loop: sends at a steady rate whatever the responses. Returns latencies and counts by status. */
async function paced(client, perSecond, ways) {
  const waits = [];
  const statuses = {};
  const open = new Set();
  const one = async (n) => {
    const began = performance.now();
    const response = await send(client, ...ways[n % ways.length](n)).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    waits.push(performance.now() - began);
    const status = response?.status ?? 'none';
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  for (let n = 0; n < seconds * perSecond; n++) {
    if (open.size < maxOpen) {
      const request = one(n).finally(() => open.delete(request));
      open.add(request);
    }
    await sleep(1000 / perSecond);
  }
  await Promise.all(open);
  return { p50: median(waits), p95: percentile(waits, 0.95), statuses };
}

const shown = (statuses) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

async function measure() {
  const stage = await openStage();
  const { address } = stage.api;
  await seedTasks(stage, 20_000);
  const { api_key: key } = await stage.createTenant('Hostile');
  for (let n = 0; n < 60; n++) await (await send({ address, key }, 'POST', '/notes', bodies[0])).text();
  const hostile = fork(fileURLToPath(import.meta.url));
  const attack = async (name) => {
    hostile.send({ client: { address, key }, name });
    const [outcome] = await once(hostile, 'message');
    return outcome;
  };
  const honest = () => paced({ address, key: stage.key }, honestPerSecond, honestWays);

  await honest(); // warms up
  const titles = ['p50 ms', 'p95 ms', 'p95 ratio'].map((title) => title.padStart(10)).join('');
  console.log(`${'beside'.padEnd(28)}${titles}   answers`);
  const report = (label, figures, statuses) =>
    console.log(
      `${label.padEnd(28)}${figures.map((figure) => figure.toFixed(1).padStart(10)).join('')}   ${shown(statuses)}`,
    );
  for (const name of process.env.BENCH_ATTACK ? [process.env.BENCH_ATTACK] : Object.keys(attacks)) {
    const quiet = await honest();
    const [pressed, { statuses }] = await Promise.all([honest(), attack(name)]);
    report('nobody', [quiet.p50, quiet.p95, 1], quiet.statuses);
    report(name, [pressed.p50, pressed.p95, pressed.p95 / quiet.p95], pressed.statuses);
    console.log(`${'  the hostile one'.padEnd(58)}   ${shown(statuses)}`);
  }
  hostile.kill();
  await stage.close();
  process.exit(0);
}

/** The hostile client has a process of its own, so that its reads do not delay the clock of the other. */
process.on('message', async ({ client, name }) => {
  process.send(await paced(client, hostilePerSecond, [attacks[name]]));
});
if (!process.send) await measure();
