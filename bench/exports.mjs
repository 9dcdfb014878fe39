/**
 * Measures the export of a tenant with a million tasks: rows a second, beside a cursor of PostgreSQL that a bare client
 * reads as JSON; memory of the API; and the latency of another tenant's requests alone and meanwhile. All are measured
 * in turn, several times.
 */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { load, median } from './load.mjs';
import { openStage, seedTasks } from './stage.mjs';

const size = Number(process.env.BENCH_SIZE ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const atOnce = 1000;

const residentMib = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

const stage = await openStage({ DATABASE_STATEMENT_TIMEOUT_MS: '5000' });
try {
  const [project] = await stage.createProjects(1);
  await seedTasks({ ...stage, project }, size);
  const neighbor = await stage.createTenant('Neighbor');
  const headers = { authorization: `Bearer ${neighbor.api_key}`, 'content-type': 'application/json' };
  for (let i = 0; i < 60; i++) await stage.call('/tasks', { title: `Task ${i}` }, neighbor.api_key);
  const other = () => ({ method: 'GET', path: '/api/v1/tasks?limit=50', headers });
  const neighborly = (millis) => load({ ...stage.api, request: other, connections: 2, millis });
  await neighborly(5000);
  await exported('tasks.ndjson');

  const results = { bare: [], ndjson: [], csv: [], alone: [], meanwhile: [], mib: [] };
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await bareCursor());
    const { perSecond, mib } = await exported('tasks.ndjson');
    results.ndjson.push(perSecond);
    results.mib.push(mib);
    results.csv.push((await exported('tasks.csv')).perSecond);
    results.alone.push(await neighborly(3000));
    const running = exported('tasks.ndjson');
    results.meanwhile.push(await neighborly(3000));
    await running;
  }
  const of = (name) => median(results[name]);
  const line = (name, rate) =>
    console.log(`${name.padEnd(28)}${rate.toFixed(0).padStart(9)} rows/s  ${(rate / of('bare')).toFixed(2)} of bare`);
  console.log(`${size} tasks, median of ${rounds} rounds\n`);
  line('bare cursor, JSON of rows', of('bare'));
  line('export as NDJSON', of('ndjson'));
  line('export as CSV', of('csv'));
  console.log(`memory of the API during an export: + ${of('mib').toFixed(0)} MiB`);
  const latency = (name, key) => median(results[name].map((one) => one[key]));
  for (const key of ['p50', 'p95']) {
    const [alone, meanwhile] = [latency('alone', key), latency('meanwhile', key)];
    const growth = (meanwhile / alone).toFixed(2);
    console.log(
      `lists of another tenant, ${key}: ${alone.toFixed(2)} ms alone, ${meanwhile.toFixed(2)} ms (${growth})`,
    );
  }
} finally {
  await stage.close();
}

/** Rows a second, and how much the memory of the process grew at most. */
async function exported(path) {
  const { address, pid } = stage.api;
  const before = residentMib(pid);
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, residentMib(pid))), 50);
  const started = performance.now();
  let tail = '';
  let bytes = 0;
  const response = await new Promise((resolve, reject) => {
    const options = { headers: { authorization: `Bearer ${stage.key}` } };
    request(`${address}/api/v1/exports/${path}`, options, resolve).on('error', reject).end();
  });
  for await (const chunk of response) {
    bytes += chunk.length;
    tail = (tail + chunk.subarray(-1000).toString()).slice(-1000);
  }
  clearInterval(timer);
  if (response.statusCode !== 200 || !response.complete) throw new Error(`${path}: ${response.statusCode} ${tail}`);
  if (path.endsWith('json') && !tail.includes(`"counts":{"task":${size}}`)) throw new Error(`${path}: ${tail}`);
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: size / seconds, mib: highest - before, bytes };
}

async function bareCursor() {
  const { database, tenant } = stage;
  const started = performance.now();
  await database.query('begin');
  await database.query({
    text: `declare c cursor for select to_json(t)::text as json from tasks t where tenant_id = '${tenant.id}'
      order by created_at desc, id desc`,
  });
  for (let rows = atOnce; rows === atOnce;) rows = (await database.query(`fetch ${atOnce} from c`)).rowCount;
  await database.query('commit');
  return size / ((performance.now() - started) / 1000);
}
