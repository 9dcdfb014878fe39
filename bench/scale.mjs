/**
 * Measures latency on one tenant at growing sizes: N tasks, N / 5 notes, N events; creates too, and at the largest size
 * each order of the lists of tasks and notes beside the default (p95 below twice that of the default). Growth should
 * stay below 1.1; where bare Express and pg do the same, theirs shows the part of PostgreSQL. Each size has its own
 * database and servers, and all are measured in turn, so that changes of the machine affect all.
 */
import { noteSorts } from '@tandem/adapters/notes/note-sorts';
import { taskSorts } from '@tandem/adapters/tasks/task-sorts';
import { newPages } from './cpu.mjs';
import { load, median } from './load.mjs';
import { openStage, seedTasks } from './stage.mjs';

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const millis = Number(process.env.BENCH_MILLIS ?? 1000);
const warmMillis = Number(process.env.BENCH_WARM_MILLIS ?? 5000);
const maxWarmUps = 24;
const parts = process.env.BENCH_PARTS?.split(',');
const width = 28;
/** Operations of the bare server. */
const bare = ['list, first page of 50', 'task by identifier', 'create task'];

const stages = [];
try {
  for (const size of sizes) {
    const stage = await openStage();
    stages.push(stage);
    const [project] = await stage.createProjects(1);
    await seed(Object.assign(stage, { project }), size);
    stage.bare = await stage.startBare('express');
    stage.operations = await operations(stage, size, { authorization: `Bearer ${stage.key}` });
  }
  console.log(`one tenant, 4 connections, median latency in ms of ${rounds} interleaved rounds\n`);
  console.log(`${'operation'.padEnd(width)}${sizes.map((size) => String(size).padStart(10)).join('')}    growth`);
  for (const name of Object.keys(stages[0].operations)) {
    if (parts && !parts.includes(name.split(/\W/)[0])) continue;
    await compare(name, ({ api, operations: of }) => ({ ...api, request: of[name] }));
    if (bare.includes(name))
      await compare('  Express + pg', ({ bare: server, operations: of }) => ({ ...server, request: of[name] }));
  }
  if (!parts || parts.includes('sort')) await compareSorts(stages.at(-1));
} finally {
  for (const stage of stages) await stage.close();
}

/** Prints for each order: p95 of its first page of 50, and its ratio to that of the default in the same rounds. */
async function compareSorts({ api, key }) {
  const headers = { authorization: `Bearer ${key}` };
  console.log(`\np95 in ms of the first page of 50, and its ratio to the default order\n`);
  for (const [path, sorts] of Object.entries({ '/tasks': taskSorts, '/notes': noteSorts }))
    for (const sort of Object.keys(sorts).flatMap((name) => [name, `-${name}`])) {
      const target = (query) => ({
        ...api,
        request: () => ({ method: 'GET', path: `/api/v1${path}?limit=50${query}`, headers }),
        connections: 4,
        millis,
      });
      const both = [target(''), target(`&sort=${sort}`)];
      for (const one of both) await load(one);
      const results = [];
      for (let round = 0; round < rounds; round++) results.push([(await load(both[0])).p95, (await load(both[1])).p95]);
      const ratio = median(results.map(([usual, sorted]) => sorted / usual)).toFixed(2);
      const p95 = median(results.map(([, sorted]) => sorted)).toFixed(2);
      console.log(`${`${path}?sort=${sort}`.padEnd(width)}${p95.padStart(10)}    ${ratio}`);
    }
}

/** Prints a line: latency by size, and growth from the first to the last. */
async function compare(name, target) {
  const measure = async (stage) => (await load({ ...target(stage), connections: 4, millis })).p50;
  for (const stage of stages) await warmUp(target(stage));
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const row = [];
    for (const stage of stages) row.push(await measure(stage));
    results.push(row);
  }
  const columns = sizes.map((_, i) =>
    median(results.map((row) => row[i]))
      .toFixed(2)
      .padStart(10),
  );
  const growth = median(results.map((row) => row.at(-1) / row[0])).toFixed(2);
  console.log(`${name.padEnd(width)}${columns.join('')}    ${growth}`);
}

/**
 * Warms up V8 and PostgreSQL: each server process must fault in each page of a million tasks, so this runs until page
 * faults level off.
 */
async function warmUp(server) {
  for (let time = 0, last = Infinity; time < maxWarmUps; time++) {
    const before = newPages(server.postgres);
    const { perSecond } = await load({ ...server, connections: 4, millis: warmMillis });
    const each = ((newPages(server.postgres) - before) / perSecond / warmMillis) * 1000;
    if (each < 0.02 || each > 0.9 * last) return;
    last = each;
  }
}

async function operations({ database, tenant, api, project }, size, headers) {
  const middle = await database.query(
    'select id from tasks where tenant_id = $1 order by created_at limit 1 offset $2',
    [tenant.id, Math.floor(size / 2)],
  );
  const id = middle.rows[0].id;
  await database.query(
    `insert into note_links (tenant_id, id, note_id, reference)
     select tenant_id, gen_random_uuid(), id, $2 from notes where tenant_id = $1 limit 50
     on conflict do nothing`,
    [tenant.id, `task:${id}`],
  );
  const backlinks = `/backlinks/task/${id}`;
  const results = await (await fetch(`${api.address}/api/v1${backlinks}`, { headers })).json();
  if (results.length !== 50) throw new Error(`of 50 backlinks ${results.length} were found`);
  let cursor = '';
  for (let page = 0; page < 20; page++) {
    const response = await fetch(`${api.address}/api/v1/tasks?limit=100${cursor && `&cursor=${cursor}`}`, { headers });
    cursor = (await response.json()).next_cursor;
  }
  const get = (path) => () => ({ method: 'GET', path: `/api/v1${path()}`, headers });
  const body = JSON.stringify({ title: 'Measured', project_id: project.id });
  const sent = { ...headers, 'content-type': 'application/json' };
  return {
    'list, first page of 50': get(() => '/tasks?limit=50'),
    'list, a deep page of 100': get(() => `/tasks?limit=100&cursor=${cursor}`),
    'task by identifier': get(() => `/tasks/by-identifier/BEN0-${1 + Math.floor(Math.random() * size)}`),
    'notes, first page of 50': get(() => '/notes?limit=50'),
    'backlinks of a task': get(() => backlinks),
    'audit log, first page of 50': get(() => '/audit-log?limit=50'),
    'create task': () => ({ method: 'POST', path: '/api/v1/tasks', headers: sent, body }),
  };
}

async function seed(stage, count) {
  const { database, tenant } = stage;
  await seedTasks(stage, count);
  await database.query(
    `insert into notes (tenant_id, id, title, body, word_count, notebook_id, tags, is_pinned, is_archived,
       metadata, created_at, updated_at)
     select b.tenant_id, gen_random_uuid(), 'Note ' || n, 'Body', 1, b.id, '{}', false, false,
       '{}', now() - make_interval(secs => n), now()
     from notebooks b, generate_series(1, $2::int) n where b.tenant_id = $1`,
    [tenant.id, Math.floor(count / 5)],
  );
  await database.query(
    `insert into note_links (tenant_id, id, note_id, reference)
     select tenant_id, gen_random_uuid(), id, 'task:' || gen_random_uuid()
     from notes where tenant_id = $1 order by created_at limit $2
     on conflict do nothing`,
    [tenant.id, Math.floor(count / 5)],
  );
  await database.query(
    `insert into events (tenant_id, id, type, sequence, is_public, resource_type, resource_id,
       actor_type, actor_id, channels, metadata, data, created_at)
     select $1, gen_id.id, 'task.updated', last.n + s.n, true, 'task', gen_random_uuid(),
       'system', 'system', '{tasks}', '{}', '{}', now() - make_interval(secs => s.n / 1000.0)
     from generate_series(1, $2::int) s(n),
       (select coalesce(max(sequence), 0) as n from events where tenant_id = $1) last,
       lateral (
         select (
           substr(first_id_at(now() - make_interval(secs => s.n / 1000.0))::text, 1, 19) ||
           '8' || substr(gen_random_uuid()::text, 21)
         )::uuid as id
         where s.n > 0
       ) gen_id`,
    [tenant.id, count],
  );
  await database.query('vacuum analyze');
  await database.query('checkpoint');
}
