/** Prints latency on one tenant at growing sizes, side by side: tasks N, notes N / 5, events N; creates too. Growth should stay under 1.1. */
import { load } from './load.mjs';
import { openStage, seedTasks } from './stage.mjs';

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const millis = Number(process.env.BENCH_MILLIS ?? 3000);

const stage = await openStage();
try {
  const [project] = await stage.foundProjects(1);
  Object.assign(stage, { project });
  const headers = { authorization: `Bearer ${stage.key}` };
  const results = new Map();
  let seeded = 0;
  for (const size of sizes) {
    await seed(stage, size - seeded);
    seeded = size;
    for (const [name, request] of Object.entries(await operations(stage, size, headers))) {
      await load({ ...stage.api, request, connections: 4, millis: 500 });
      const { p50 } = await load({ ...stage.api, request, connections: 4, millis });
      results.set(name, [...(results.get(name) ?? []), p50]);
    }
  }
  console.log(`one tenant, 4 connections, median latency in ms\n`);
  console.log(`${'operation'.padEnd(28)}${sizes.map((size) => String(size).padStart(10)).join('')}    growth`);
  for (const [name, found] of results)
    console.log(
      `${name.padEnd(28)}${found.map((p50) => p50.toFixed(2).padStart(10)).join('')}    ${(found.at(-1) / found[0]).toFixed(2)}`,
    );
} finally {
  await stage.close();
}

async function operations({ database, tenant, api, project }, size, headers) {
  const middle = await database.query(
    'select id from tasks where tenant_id = $1 order by created_at limit 1 offset $2',
    [tenant.id, Math.floor(size / 2)],
  );
  const id = middle.rows[0].id;
  await database.query(
    `insert into note_links (tenant_id, id, note_id, reference) select tenant_id, gen_random_uuid(), id, $2 from notes where tenant_id = $1 limit 50
     on conflict do nothing`,
    [tenant.id, `task:${id}`],
  );
  const backlinks = `/backlinks/task/${id}`;
  const found = await (await fetch(`${api.address}/api/v1${backlinks}`, { headers })).json();
  if (found.length !== 50) throw new Error(`of 50 backlinks ${found.length} were found`);
  let cursor = '';
  for (let page = 0; page < 20; page++) {
    const answer = await fetch(`${api.address}/api/v1/tasks?limit=100${cursor && `&cursor=${cursor}`}`, { headers });
    cursor = (await answer.json()).next_cursor;
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
    `insert into notes (tenant_id, id, title, body, word_count, notebook_id, tags, is_pinned, is_archived, metadata, created_at, updated_at)
     select b.tenant_id, gen_random_uuid(), 'Note ' || n, 'Body', 1, b.id, '{}', false, false, '{}', now() - make_interval(secs => n), now()
     from notebooks b, generate_series(1, $2::int) n where b.tenant_id = $1`,
    [tenant.id, Math.floor(count / 5)],
  );
  await database.query(
    `insert into note_links (tenant_id, id, note_id, reference)
     select tenant_id, gen_random_uuid(), id, 'task:' || gen_random_uuid() from notes where tenant_id = $1 order by created_at limit $2
     on conflict do nothing`,
    [tenant.id, Math.floor(count / 5)],
  );
  await database.query(
    `insert into events (tenant_id, id, type, sequence, is_public, resource_type, resource_id, actor_type, actor_id, channels, metadata, data, created_at)
     select $1, gen_id.id, 'task.updated', last.n + s.n, true, 'task', gen_random_uuid(), 'system', 'system', '{tasks}', '{}', '{}', now() - make_interval(secs => s.n / 1000.0)
     from generate_series(1, $2::int) s(n), (select coalesce(max(sequence), 0) as n from events where tenant_id = $1) last,
       lateral (select (substr(first_id_at(now())::text, 1, 19) || '8' || substr(gen_random_uuid()::text, 21))::uuid as id where s.n > 0) gen_id`,
    [tenant.id, count],
  );
  await database.query('vacuum analyze');
}
