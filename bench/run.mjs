/**
 * Compares the product with three bare servers on the same tables, interleaved in one run: medians of the rounds, and
 * the ratio to bare Express and pg, the reference. BENCH_NODE: the node binary of all servers.
 */
import { othersDuring, waitForQuiet } from './cpu.mjs';
import { load, median } from './load.mjs';
import { openStage, seedTasks } from './stage.mjs';

const tasks = Number(process.env.BENCH_TASKS ?? 100_000);
const projects = Number(process.env.BENCH_PROJECTS ?? 100);
const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const millis = Number(process.env.BENCH_MILLIS ?? 700);
/** V8 compiles hot code: the more code a request runs, the longer that takes. */
const warmMillis = Number(process.env.BENCH_WARM_MILLIS ?? 10_000);
const bar = 'Express + pg';
const parts = (process.env.BENCH_PARTS ?? 'get,list,create').split(',');

const stage = await openStage();
try {
  const homes = await stage.createProjects(projects);
  for (const home of homes) await seedTasks({ ...stage, project: home }, Math.ceil(tasks / projects));
  const servers = {
    Tandem: stage.api,
    [bar]: await stage.startBare('express'),
    'node:http + pg': await stage.startBare('http'),
    'Express + TypeORM': await stage.startBare('typeorm'),
  };
  const isQuiet = await waitForQuiet();
  console.log(
    `Node ${stage.nodeVersion}, ${tasks} tasks in ${projects} projects, 32 connections, ` +
      `medians of ${rounds} interleaved rounds of ${millis} ms after ${warmMillis} ms each`,
  );
  const most = [];
  for (const [name, request] of Object.entries(operationsOn(homes)))
    if (parts.includes(name.split(' ')[0])) most.push(await compare(name, request, servers));
  const others = Math.max(...most);
  console.log(
    isQuiet && others < 0.2
      ? '\nThe machine was quiet.'
      : `\nThe machine was not quiet: others used up to ${others.toFixed(2)} cores. ` +
          'Ratios and CPU hold better than requests a second.',
  );
} finally {
  await stage.close();
}

function operationsOn(homes) {
  const headers = { authorization: `Bearer ${stage.key}` };
  const among = (most) => Math.floor(Math.random() * most);
  const home = () => homes[among(homes.length)];
  const identifier = () => `${home().identifier}-${1 + among(Math.ceil(tasks / projects))}`;
  return {
    'get by identifier': () => ({ method: 'GET', path: `/api/v1/tasks/by-identifier/${identifier()}`, headers }),
    'list 50': () => ({ method: 'GET', path: '/api/v1/tasks?limit=50', headers }),
    'create task': () => ({
      method: 'POST',
      path: '/api/v1/tasks',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Measured', project_id: home().id }),
    }),
  };
}

/** Prints a table of all servers; returns the maximum of cores used by other processes. */
async function compare(name, request, servers) {
  const results = Object.fromEntries(Object.keys(servers).map((server) => [server, []]));
  const busy = [];
  for (const server of Object.values(servers)) await load({ ...server, request, millis: warmMillis });
  for (let round = 0; round < rounds; round++) {
    for (const [server, where] of Object.entries(servers)) {
      const { result, others } = await othersDuring(() => load({ ...where, request, millis }));
      results[server].push(result);
      busy.push(others);
    }
  }
  const cells = [name.padEnd(20), 'req/s', 'ratio', 'CPU s/1000', 'PostgreSQL', 'total', 'p50 ms', 'p99 ms'];
  console.log(`\n${cells.map((cell) => cell.padStart(11)).join('')}`);
  for (const [server, found] of Object.entries(results)) {
    const of = (figure) => median(found.map(figure));
    const ratio = median(found.map(({ perSecond }, i) => perSecond / results[bar][i].perSecond));
    const row = [
      of(({ perSecond }) => perSecond).toFixed(0),
      ratio.toFixed(2),
      of(({ cpu }) => cpu).toFixed(3),
      of(({ cpuOfPostgres }) => cpuOfPostgres).toFixed(3),
      of(({ cpu, cpuOfPostgres }) => cpu + cpuOfPostgres).toFixed(3),
      of(({ p50 }) => p50).toFixed(1),
      of(({ p99 }) => p99).toFixed(1),
    ];
    console.log(server.padEnd(20) + row.map((cell) => cell.padStart(11)).join(''));
  }
  return Math.max(...busy);
}
