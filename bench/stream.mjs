/** Measures event streams: latency, idle cost, fan-out and replay, beside server-sent events with Node alone. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, othersDuring } from './cpu.mjs';
import { percentile } from './load.mjs';
import { idOf, openStage } from './stage.mjs';

const idleSeconds = Number(process.env.BENCH_IDLE_SECONDS ?? 70);
const idleStreams = Number(process.env.BENCH_STREAMS ?? 2000);
const fanOutStreams = idleStreams / 2;
const writes = Number(process.env.BENCH_WRITES ?? 200);
const replayed = Number(process.env.BENCH_EVENTS ?? 100_000);
const parts = (process.env.BENCH_PARTS ?? 'latency,idle,fan-out,replay').split(',');
const perTenant = 200;
const perKey = 50;

const now = () => performance.timeOrigin + performance.now();

/** Opens a stream; `onEvent` is called with the number of complete events in each chunk, and the chunk. */
async function openStream({ address, key, query = '' }, onEvents = () => undefined) {
  const url = `${address}/api/v1/events/stream${query}`;
  const request = get(url, { headers: { authorization: `Bearer ${key}` }, agent: false });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`a stream was refused with ${response.statusCode}`);
  let last = '';
  let isOpen = () => undefined;
  const opened = new Promise((resolve) => (isOpen = resolve));
  response.setEncoding('latin1').on('data', (text) => {
    isOpen();
    const all = last + text;
    const end = all.lastIndexOf('\n\n');
    last = all.slice(end + 2);
    const count = all.slice(0, Math.max(0, end)).split('\nevent: task.').length - 1;
    if (count) onEvents(count, all);
  });
  response.on('error', () => undefined);
  await opened;
  return response;
}

async function openMany(count, { address, keys }, onEvents) {
  const open = [];
  while (open.length < count) {
    const some = keys.slice(open.length / perKey, open.length / perKey + 1).flatMap((key) => Array(perKey).fill(key));
    open.push(...(await Promise.all(some.map((key) => openStream({ address, key }, onEvents)))));
  }
  return open;
}

const write = (address, key, title) =>
  fetch(`${address}/api/v1/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  }).then(async (response) => {
    if (response.status !== 201) throw new Error(`a write failed with ${response.status} ${await response.text()}`);
    return (await response.json()).id;
  });

/** Milliseconds from the commit of a write to its arrival at one stream. */
async function latency({ address, keys, database, table }) {
  const arrivals = new Map();
  const stream = await openStream({ address, key: keys[0] }, (_, text) => {
    for (const [, title] of text.matchAll(/"title": ?"(latency \d+)"/g))
      if (!arrivals.has(title)) arrivals.set(title, now());
  });
  const ids = new Map();
  for (let i = 0; i < writes; i++) {
    ids.set(`latency ${i}`, await write(address, keys[0], `latency ${i}`));
    await sleep(20 + Math.random() * 40);
  }
  for (let waited = 0; arrivals.size < writes && waited < 10_000; waited += 20) await sleep(20);
  stream.destroy();
  const text = `select id::text, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at from ${table}`;
  const committed = new Map((await database.query(text)).rows.map(({ id, at }) => [id, at]));
  return [...ids].map(([title, id]) => arrivals.get(title) - committed.get(String(id)));
}

/** Memory and CPU that streams add to a server while they carry nothing but bookmarks. */
async function idle({ address, keys, pid }) {
  const percentOfCore = async () => {
    const cpu = cpuSeconds(pid);
    await sleep(idleSeconds * 1000);
    return (100 * (cpuSeconds(pid) - cpu)) / idleSeconds;
  };
  const without = await percentOfCore();
  const before = residentMebibytes(pid);
  const streams = await openMany(idleStreams, { address, keys });
  await sleep(2000);
  const used = (await percentOfCore()) - without;
  const memory = residentMebibytes(pid) - before;
  for (const stream of streams) stream.destroy();
  await sleep(1000);
  return { memory, used };
}

/** Milliseconds from a write in each tenant to its arrival at each of their streams. */
async function fanOut({ address, keys, writers }) {
  const times = [];
  let sent = 0;
  const streams = await openMany(fanOutStreams, { address, keys }, () => times.push(performance.now() - sent));
  for (let round = 1; round <= 20; round++) {
    sent = performance.now();
    await Promise.all(writers.map((key) => write(address, key, `fan-out ${round}`)));
    for (let waited = 0; times.length < round * fanOutStreams && waited < 10_000; waited += 10) await sleep(10);
    if (times.length !== round * fanOutStreams) throw new Error(`${times.length} events arrived in round ${round}`);
  }
  for (const stream of streams) stream.destroy();
  return times;
}

/** Events a second from the first stored one. */
async function replay({ address, keys }) {
  let arrived = 0;
  const began = performance.now();
  const stream = await openStream({ address, key: keys[0], query: '?after_sequence=0' }, (count) => (arrived += count));
  while (arrived < replayed && performance.now() - began < 120_000) await sleep(5);
  const seconds = (performance.now() - began) / 1000;
  stream.destroy();
  return arrived / seconds;
}

function residentMebibytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** Tenants with keys for all streams. */
async function keysOf(stage) {
  const tenants = [];
  while (tenants.length * perTenant < idleStreams) tenants.push(await stage.createTenant(`Stream ${tenants.length}`));
  const keys = [];
  for (const { api_key: key } of tenants) {
    keys.push(key);
    for (let more = 1; more < perTenant / perKey; more++)
      keys.push((await stage.call('/api-keys', { name: 'stream' }, key)).key);
  }
  return { keys, writers: tenants.slice(0, fanOutStreams / perTenant).map(({ api_key: key }) => key), tenants };
}

/** Events of a task's size, numbered after those of the tenant. */
async function storeEvents({ database }, { tenant: { id } }) {
  const data = JSON.stringify({ title: 'Replayed', description: 'x'.repeat(300), metadata: { n: 1 } });
  await database.query(
    `insert into events (tenant_id, id, type, sequence, is_public, resource_type, actor_type, actor_id, channels,
       metadata, data, created_at)
     select $1, ${idOf("'01a00000-0000-7000-8000-000000000000'")}, 'task.created', c.last + n, true, 'task', 'system',
       'system', '{tasks}', '{}', $2::json, now()
     from event_counters c, generate_series(1, $3::int) n where c.tenant_id = $1`,
    [id, data, replayed],
  );
  await database.query('update event_counters set last = last + $2 where tenant_id = $1', [id, replayed]);
  await database.query('insert into bare_events (data) select $1 from generate_series(1, $2::int)', [data, replayed]);
  await database.query('vacuum analyze events, bare_events');
}

const settings = { STREAMS_PER_PROCESS: String(idleStreams), LOG_LEVEL: 'warn' };
const stage = await openStage(settings, { keepsCommitTimes: true });
const row = (name, own, bare, ratio = own / bare) =>
  console.log(name.padEnd(34), ...[own, bare, ratio].map((value) => value.toFixed(1).padStart(10)));
const rows = (name, own, bare) => {
  for (const [title, part] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ])
    row(`${name} ${title}, ms`, percentile(own, part), percentile(bare, part));
};

async function measure() {
  await stage.database.query('create table bare_events (id serial primary key, data json not null)');
  const { keys, writers, tenants } = await keysOf(stage);
  await stage.startWorker();
  const bare = await stage.startBare('sse');
  const own = { ...stage.api, keys, writers, database: stage.database, table: 'tasks' };
  const other = { ...bare, keys, writers: [keys[0]], database: stage.database, table: 'bare_events' };
  const compare = async (work) => [await work(own), await work(other)];
  console.log(''.padEnd(34), ...['Tandem', 'bare', 'ratio'].map((title) => title.padStart(10)));
  if (parts.includes('latency')) rows('commit to client', ...(await compare(latency)));
  if (parts.includes('idle')) {
    const [mine, theirs] = await compare(idle);
    row(`${idleStreams} idle streams, MiB more`, mine.memory, theirs.memory);
    row(`${idleStreams} idle streams, % of a core more`, mine.used, theirs.used);
  }
  if (parts.includes('fan-out')) rows(`to ${fanOutStreams} streams`, ...(await compare(fanOut)));
  if (parts.includes('replay')) {
    await storeEvents(stage, tenants[0]);
    row(`replay of ${replayed}, events/s`, ...(await compare(replay)));
  }
}

try {
  const { others } = await othersDuring(measure);
  console.log(`\ncores used by other processes, servers included: ${others.toFixed(1)}`);
} finally {
  await stage.close();
}
